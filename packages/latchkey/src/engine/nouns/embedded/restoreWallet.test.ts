import { expect, test } from 'vitest'
import { keptNote } from '../../../embedded/keptNote.ts'
import { loginKey } from '../../../embedded/restoreLogin.ts'
import { systemClock } from '../../base/clock.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createKeyStore } from '../../base/storage.ts'
import type { EngineContext } from '../../context.ts'
import { connection } from '../../fixtures/connections.ts'
import { restoreWallet } from './restoreWallet.ts'

/** What is stored after a restore in which the frame says whether a visitor is logged in. */
async function storedAfter(isConnected: boolean, options: { readonly isKept: boolean }) {
  const storage = createKeyStore({ id: 'test', store: createMemoryStorage(), clock: systemClock })
  await storage.write(loginKey, { provider: 'email', username: 'ann@mail.example' })
  if (options.isKept) await storage.write(keptNote, { note: 'bm90ZQ' })
  const ctx = {
    storage,
    signal: new AbortController().signal,
    frame: async () => ({ request: async () => ({ isConnected }) }),
    adapter: () => Promise.reject(new Error('no adapter')),
  } as unknown as EngineContext
  const restored = await restoreWallet(ctx, connection('one'), 'eip155').catch(() => 'bound')
  return {
    restored,
    login: (await storage.read(loginKey))?.username,
    note: (await storage.read(keptNote))?.note,
  }
}

test('a login that is over is forgotten', async () => {
  expect(await storedAfter(false, { isKept: false })).toEqual({})
})

test('a wallet that a window keeps is not restored by itself, and what opens it stays', async () => {
  expect(await storedAfter(false, { isKept: true })).toEqual({ login: 'ann@mail.example', note: 'bm90ZQ' })
})

test('a wallet that the browser stores for its frame again is restored, and the note deleted', async () => {
  expect(await storedAfter(true, { isKept: true })).toEqual({ restored: 'bound', login: 'ann@mail.example' })
})
