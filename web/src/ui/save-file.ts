/** Gives a JSON text to the browser as a file. */
export function saveFile(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  // The browser has not read it yet.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
