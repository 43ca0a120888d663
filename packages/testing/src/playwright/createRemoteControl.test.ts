import { expect, test } from 'vitest'
import { createRemoteControl } from './createRemoteControl.ts'

test('reset takes back what was to come, also the script that a later document begins with, and leaves a lock', async () => {
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
