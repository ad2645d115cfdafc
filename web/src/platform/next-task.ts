/** Lets the browser do what else waits (paint, a touch) before what comes next. */
export function nextTask(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => resolve(), { once: true });
  port1.start();
  port2.postMessage(undefined);
  return promise;
}
