/** A component's stylesheet as text: bundled by `scripts/vite/cssText.ts`, written as a module by `scripts/build`. */
declare module '*.css' {
  const css: string
  export default css
}
