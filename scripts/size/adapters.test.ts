import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adapters, evmAdapter as evm, writeHostPage } from './adapters.ts'

const page = readFileSync(join(import.meta.dirname, 'app/main.tsx'), 'utf8')
const solana = { entry: 'latchkey/solana', name: 'solana', network: 'solana' }

test('the page as it stands is the one with evm', () => expect(writeHostPage(page, [evm])).toBe(page))

test('a page takes the adapters that are listed, and no other', () => {
  const both = writeHostPage(page, [evm, solana])
  expect(both).toContain("import { evm } from 'latchkey/evm'\nimport { solana } from 'latchkey/solana'\n")
  expect(both).toContain('adapters: [evm(), solana()]')
  expect(both).toContain("import { mainnet, solana as solanaNetwork } from 'latchkey/networks'")
  expect(both).toContain('networks: [mainnet, solanaNetwork]')
  const none = writeHostPage(page, [])
  expect(none).not.toContain('evm')
  expect(none).toContain('adapters: []')
  expect(none).toContain('networks: [mainnet]')
})

test('a page that takes no adapter where it is expected is refused', () => {
  expect(() => writeHostPage("import { evm } from 'latchkey/evm'\n", [evm])).toThrow('import { mainnet }')
})

test('every entry point that exports an adapter is listed', () => {
  const root = join(import.meta.dirname, '../..')
  const { exports }: { exports: Record<string, unknown> } = JSON.parse(
    readFileSync(join(root, 'packages/latchkey/package.json'), 'utf8'),
  )
  // An adapter's folder in chains has the name of its entry point.
  const folder = (entry: string) => join(root, 'packages/latchkey/src/chains', entry.slice(2))
  const found = Object.keys(exports).filter(entry => /^\.\/\w+$/.test(entry) && existsSync(folder(entry)))
  expect(found.map(entry => entry.replace('.', 'latchkey'))).toEqual(adapters.map(({ entry }) => entry))
})
