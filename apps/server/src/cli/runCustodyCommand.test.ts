import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { ownEnvironment } from '../core/scale/serverProcess.fixture.ts'
import { eachStore } from '../core/store/eachStore.fixture.ts'
import { createEnvelopes } from '../people/custody/createEnvelopes.ts'
import { createPasswords } from '../people/custody/createPasswords.ts'
import { createFileVault } from '../people/custody/vault/createFileVault.ts'
import { custodyHelp, runCustodyCommand } from './runCustodyCommand.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

const folders: string[] = []
afterAll(() => Promise.all(folders.map(folder => rm(folder, { recursive: true, force: true }))))

eachStore('latchkey-server custody', open => {
  it('reports the keys, rotates them, and destroys unused ones', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-keks-'))
    folders.push(folder)
    const at = { now: Date.UTC(2026, 10, 21) }
    const now = () => at.now
    const vault = createFileVault({ folder, now, clock: now })
    const store = await open()
    const run = (...words: string[]) => runCustodyCommand({ store, vault, now }, words)
    const passwords = createPasswords({ store, envelopes: createEnvelopes({ vault }), now })
    // The generator of ristretto255 is as good a guess as any.
    const blinded = Buffer.from('e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76', 'hex')
    const first = await passwords.evaluate('ann', 'd', Uint8Array.from(blinded))
    const status = await run('status')
    expect(status.filter(line => line.endsWith(', newest'))).toHaveLength(3)
    expect(status.find(line => line.startsWith('password'))).toMatch(/ since 2026-11-21, in use, newest$/)
    expect(await run('check')).toEqual(['The vault has every key that key shares are encrypted under'])
    at.now += 40 * 86_400_000
    expect(await run('rotate')).toEqual(['1 key shares were encrypted anew'])
    expect(await run('rewrap')).toEqual(['0 key shares were encrypted anew'])
    expect(await run('shred', '50')).toEqual(['Nothing to destroy'])
    expect(await run('shred')).toHaveLength(3)
    const again = await passwords.evaluate('ann', 'd', Uint8Array.from(blinded))
    expect(again).toMatchObject({ evaluated: (first as { evaluated: Uint8Array }).evaluated })
    // A mistake is one line.
    for (const words of [
      [],
      ['nonsense'],
      ['shred', '0'],
      ['shred', 'x'],
      ['status', 'x'],
      ['rotate', '1', '2'],
    ])
      await expect(run(...words)).rejects.toMatchObject({
        name: 'CommandError',
        message: expect.stringMatching(/^.+$/),
      })
  })
})

it.each(['--help', 'help'])('latchkey-server custody %s needs neither data nor keys', async word => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-help-'))
  folders.push(folder)
  await writeFile(join(folder, 'file'), '')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@latchkey/source', main, 'custody', word],
    {
      encoding: 'utf8',
      env: { ...ownEnvironment(), DATA_FOLDER: join(folder, 'file', 'data') },
    },
  )
  expect([status, stdout, stderr]).toEqual([0, `${custodyHelp}\n`, ''])
})
