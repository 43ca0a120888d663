import { expect, test } from 'vitest'
import { createSmartNetworks } from './createSmartNetworks.ts'

const carried = { chainId: 'eip155:7121', safe: true, delegation: false }

function open(answers: readonly (object | undefined)[]) {
  const at = { now: 0, asked: [] as string[] }
  const read = createSmartNetworks({
    services: 'https://services.example/',
    projectId: 'shop',
    now: () => at.now,
    fetch: async url => {
      const answer = answers[at.asked.length]
      at.asked.push(String(url))
      if (!answer) throw new TypeError('offline')
      return Response.json(answer, { status: 'networks' in answer ? 200 : 500 })
    },
  })
  return { at, read }
}

test('asks the services once a minute, and once for all who ask at the same time', async () => {
  const { at, read } = open([{ networks: [carried] }, { networks: [] }])
  expect(await Promise.all([read(), read()])).toEqual([[carried], [carried]])
  at.now = 59_999
  expect(await read()).toEqual([carried])
  expect(at.asked).toEqual(['https://services.example/v1/smart-accounts?projectId=shop'])
  at.now = 60_000
  expect(await read()).toEqual([])
})

test('without an answer there is none, and what was said last goes on counting', async () => {
  const { at, read } = open([undefined, { networks: [carried] }, { code: 'APKT009' }, undefined])
  expect(await read()).toEqual([])
  at.now = 5_000
  expect(await read()).toEqual([carried])
  at.now = 65_000
  expect(await read()).toEqual([carried])
  at.now = 70_000
  expect(await read()).toEqual([carried])
  expect(at.asked).toHaveLength(4)
})
