import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChainUnavailable } from '../../demand/demandChain.ts'
import { fetchKnots } from './fetchKnots.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-apt-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const cache = () => join(folder, 'cache')
const fetchFrom = (mirror: string | undefined, signal?: AbortSignal) =>
  fetchKnots({ cache: cache(), mirror, major: 29, log: () => undefined, signal })

/** Puts programs before the machine's own, each a line of shell. */
function stubTools(tools: Readonly<Record<string, string>>): void {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  for (const [name, line] of Object.entries(tools)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH}`)
}

const mirror = 'http://mirror.invalid/debian'

test('a machine without a mirror of Debian has no node', async () => {
  await expect(fetchFrom(undefined)).rejects.toThrow(
    new ChainUnavailable('Bitcoin Knots is a Debian package, and this machine has no mirror of Debian'),
  )
})

test.each([
  ['the mirror is gone', { 'apt-get': 'exit 100' }, 'the mirror of Debian does not hand out Bitcoin Knots'],
  [
    'the mirror lacks the package',
    { 'apt-get': 'exit 0', 'apt-cache': 'exit 0' },
    'the mirror of Debian has no Bitcoin Knots 29 (it has none)',
  ],
  [
    'the mirror has another version',
    { 'apt-get': 'exit 0', 'apt-cache': 'echo "  Candidate: 30.1-1~bpo13+1"' },
    'the mirror of Debian has no Bitcoin Knots 29 (it has 30.1-1~bpo13+1)',
  ],
  [
    'a library is gone',
    {
      'apt-get': 'for a; do [ "$a" = download ] && exit 100; done; exit 0',
      'apt-cache': 'echo "Candidate: 29.5-1"',
    },
    'the mirror of Debian does not hand out Bitcoin Knots',
  ],
  [
    'a package is broken',
    {
      'apt-get': 'for a; do [ "$a" = download ] && touch broken.deb; done; exit 0',
      'apt-cache': 'echo "Candidate: 29.5-1"',
      'dpkg-deb': 'exit 2',
    },
    'the mirror of Debian does not hand out Bitcoin Knots',
  ],
])('%s: one line, and nothing counts as complete', async (_what, tools, line) => {
  stubTools(tools as Record<string, string>)
  await expect(fetchFrom(mirror)).rejects.toThrow(new ChainUnavailable(line))
  expect(existsSync(join(cache(), 'complete'))).toBe(false)
})

test('what was unpacked stays, what was needed for it goes', async () => {
  stubTools({
    'apt-get': 'for a; do [ "$a" = download ] && touch one.deb; done; exit 0',
    'apt-cache': 'echo "Candidate: 29.5-1"',
    'dpkg-deb': 'touch "$3/unpacked"',
  })
  await fetchFrom(mirror)
  expect(existsSync(join(cache(), 'root', 'unpacked'))).toBe(true)
  expect(existsSync(join(cache(), 'complete'))).toBe(true)
  expect(existsSync(join(cache(), 'debs'))).toBe(false)
})

test('a call-off ends the download', async () => {
  stubTools({ 'apt-get': 'exec sleep 60' })
  const calling = new AbortController()
  const fetching = fetchFrom(mirror, calling.signal)
  calling.abort()
  await expect(fetching).rejects.toThrow(/abort/)
})
