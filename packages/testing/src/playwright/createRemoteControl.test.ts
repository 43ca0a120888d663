import { expect, test } from 'vitest'
import { createRemoteControl } from './createRemoteControl.ts'

test('reset clears scripted outcomes, also those for later documents, and leaves the lock', async () => {
  const { control, opened } = createRemoteControl({ key: 'blue', page: () => undefined })
  await control.lock()
  await control.always('eth_accounts', 'reject')
  await control.next('eth_requestAccounts', 'reject')
  await control.reset()
  await control.always('eth_chainId', 'slow')
  expect(opened(false).map(({ name, args }) => [name, args[0]])).toEqual([
    ['lock', undefined],
    ['reset', undefined],
    ['always', 'eth_chainId'],
  ])
})

test('a later document starts with the last state, without a replay of the states before', async () => {
  const { control, opened } = createRemoteControl({ key: 'blue', page: () => undefined })
  await control.setMode('ask')
  await control.lock()
  await control.always('eth_chainId', 'reject')
  await control.always('eth_accounts', 'reject')
  await control.unlock()
  await control.always('eth_chainId', 'approve')
  await control.setMode('reject')
  expect(opened(false).map(({ name, args }) => [name, ...args])).toEqual([
    ['always', 'eth_accounts', 'reject'],
    ['unlock'],
    ['always', 'eth_chainId', 'approve'],
    ['setMode', 'reject'],
  ])
})
