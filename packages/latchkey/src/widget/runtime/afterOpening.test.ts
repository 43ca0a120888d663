import { expect, test } from 'vitest'
import type { FactMap } from '../../contract/facts.ts'
import { createFacts } from '../../engine/base/facts.ts'
import { afterOpening } from './afterOpening.ts'

test('prepares each namespace of the installed wallets once; one that fails is prepared again by the press', async () => {
  const facts = createFacts()
  const waiting: (() => void)[] = []
  const prepared: string[] = []
  const adapters: Readonly<Record<string, () => Promise<unknown>>> = {
    eip155: async () => ({ prepare: () => prepared.push('eip155') }),
    solana: async () => ({}),
    bip122: () => Promise.reject(new Error('no such chunk')),
    sui: async () => ({
      prepare() {
        throw new Error('not here')
      },
    }),
  }
  const namespaces = ['eip155', 'solana', 'eip155', 'bip122', 'sui']
  const stop = afterOpening({
    ctx: {
      wallets: { getState: () => ({ discovered: namespaces.map(namespace => ({ namespace })) }) },
      adapter: (namespace: string) => adapters[namespace]?.(),
    } as never,
    facts,
    clock: {
      setTimeout(run: () => void) {
        waiting.push(run)
        return () => undefined
      },
    } as never,
  })
  const opened = async (fact: FactMap['opened']) => {
    waiting.length = 0
    facts.emit('opened', fact)
    const [listIsPainted] = waiting
    expect(prepared).toEqual([])
    listIsPainted?.()
    await new Promise(setImmediate)
  }
  // It has had its answer, and the account is being drawn.
  await opened({ view: 'Account', connected: true })
  await opened({ view: 'Connect', connected: false })
  expect(prepared).toEqual(['eip155'])
  stop()
})
