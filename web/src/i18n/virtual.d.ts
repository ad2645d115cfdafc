/** Made by `web/build/text-shapes.ts` from the English files. */
declare module 'virtual:text-shapes' {
  const shapes: Readonly<Record<string, import('./text-shape.ts').TextShape>>;
  export default shapes;
}
