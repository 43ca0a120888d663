import { expect, test } from 'vitest'
import { devParts, planPorts, wantedPorts } from '../stack/ports.ts'
import { assertPortsFree } from './assertPortsFree.ts'
import { refusedPorts } from './refusedPorts.ts'

test.each([
  [5050, 5060, 'the chain Alder'],
  [6000, 6000, 'the playground'],
  [6663, 6665, 'the wallet page'],
])('from %i on, port %i is one that no browser opens, which is said in one line', async (first, port, by) => {
  await expect(assertPortsFree(wantedPorts(planPorts(first), devParts), '127.0.0.1')).rejects.toThrow(
    new Error(`Port ${port} is one that browsers refuse to open; ${by} needs it. Choose another --port.`),
  )
})

test('a port counts only for the chains on demand that are asked for', async () => {
  const ports = planPorts(4400)
  const wanted = (names: Parameters<typeof wantedPorts>[2]) => wantedPorts(ports, [], names).slice(4)
  expect(wanted([])).toEqual([])
  expect(wanted(['bitcoin', 'cosmos'])).toEqual([
    { port: 4414, by: 'the chain Elm' },
    { port: 4418, by: 'the chain Ironwood' },
  ])
})

test('what is refused here is refused by fetch', async () => {
  for (const port of refusedPorts) {
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ cause: { message: 'bad port' } })
  }
})
