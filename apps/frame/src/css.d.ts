/** A screen's stylesheet as text: bundled by `scripts/vite/cssText.ts`. */
declare module '*.css' {
  const css: string
  export default css
}
