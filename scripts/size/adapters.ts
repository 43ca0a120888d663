/** How a host page takes an adapter. */
export interface SizedAdapter {
  /** The entry point that exports it. */
  readonly entry: string
  /** The export that makes its descriptor. */
  readonly name: string
}

/** Every adapter that exists: each is measured by being listed here. */
export const adapters: readonly SizedAdapter[] = [{ entry: 'latchkey/evm', name: 'evm' }]

/** The ten-line host page, written for these adapters. @throws Error when the page no longer says where they stand. */
export function writeHostPage(page: string, listed: readonly SizedAdapter[]): string {
  const imports = listed.map(({ entry, name }) => `import { ${name} } from '${entry}'\n`).join('')
  return replaceOnce(
    replaceOnce(page, "import { evm } from 'latchkey/evm'\n", imports),
    'adapters: [evm()]',
    `adapters: [${listed.map(({ name }) => `${name}()`).join(', ')}]`,
  )
}

function replaceOnce(text: string, part: string, by: string): string {
  if (text.split(part).length !== 2) throw new Error(`scripts/size/app/main.tsx does not say once: ${part}`)
  return text.replace(part, () => by)
}
