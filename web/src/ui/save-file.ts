/** Downloads a JSON text as a file. */
export function saveFile(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  // The browser has not read the URL yet.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
