/** Lets the browser paint and handle input first. */
export function nextTask(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => resolve(), { once: true });
  port1.start();
  port2.postMessage(undefined);
  return promise;
}
