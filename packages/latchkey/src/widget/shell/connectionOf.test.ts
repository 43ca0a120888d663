import { expect, test } from 'vitest'
import { connectionOf } from './connectionOf.ts'
import type { WidgetSnapshot } from './widget.ts'

const state = {
  accounts: { eip155: { connectionId: 'meadow' }, solana: {} },
  connections: [
    { id: 'fox', namespaces: { eip155: {}, solana: {} } },
    { id: 'meadow', namespaces: { eip155: {} } },
  ],
} as unknown as WidgetSnapshot['state']

test.each([
  ['eip155', 'meadow'],
  ['solana', undefined],
  ['bip122', undefined],
] as const)('of several wallets the one in use in %s is %s', (namespace, id) => {
  expect(connectionOf(state, namespace)?.id).toBe(id)
})
