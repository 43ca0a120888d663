import { afterAll, beforeAll, expect, test } from 'vitest'
import { installLocked } from '../../scripts/build/installLocked.ts'
import { dapps, wallets } from './matrix.ts'
import { openWorld, type World } from './openWorld.ts'
import { peerFolder } from './peerFolder.ts'
import { shortFlow } from './shortFlow.ts'

let world: World
beforeAll(async () => {
  await Promise.all((['usual', 'matrix'] as const).map(set => installLocked(peerFolder(set))))
  world = await openWorld()
}, 300_000)
afterAll(() => world?.[Symbol.asyncDispose]())

test('every pair of the matrix pairs, signs, survives a cut and parts', async () => {
  const rows: string[] = []
  const failures: string[] = []
  for (const dapp of dapps) {
    const cells: string[] = []
    for (const wallet of wallets) {
      try {
        await shortFlow(world, { dapp: dapp.kind, wallet: wallet.kind })
        cells.push('passes')
      } catch (error) {
        failures.push(`${dapp.title} with ${wallet.title}: ${error instanceof Error ? error.message : error}`)
        cells.push('fails')
      }
    }
    rows.push(`| ${dapp.title} | ${cells.join(' | ')} |`)
  }
  const table = [
    '# What passes',
    '',
    'Written by the run of `matrix.long.test.ts`, which fails when it finds something else. Each pair: pair, propose,',
    'approve, personal_sign, both sockets cut, personal_sign, disconnect seen by the wallet.',
    '',
    `| dapp \\ wallet | ${wallets.map(({ title }) => title).join(' | ')} |`,
    `|---|${wallets.map(() => '---|').join('')}`,
    ...rows,
    '',
  ]
  expect(failures).toEqual([])
  await expect(table.join('\n')).toMatchFileSnapshot('MATRIX.md')
})
