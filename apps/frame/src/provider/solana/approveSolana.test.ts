import { address, createNoopSigner } from '@solana/kit'
import { getCreateAssociatedTokenIdempotentInstruction, getTransferInstruction } from '@solana-program/token'
import { expect, test } from 'vitest'
import { NoAnswer } from '../nodes.ts'
import { cluster, makeTransaction, openSolanaPage } from './solana.fixture.ts'

const purse = address('4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM')
const friend = address('7VHUFJHWu2CuExkJcJrzhQPJ2oygupTWkL2A2For4BmE')
const near = address('7VHU1111u2CuExkJcJrzhQPJ2oygupTWkL2A2For4BmE')
const purses = [
  address('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'),
  address('2wmVCSfPxGPjrnMMn7rchp4uaeoTqN39mXFC2zhPdri9'),
]

test('knows the owner of a funded token account from then on, and reports a look-alike (T63)', async () => {
  const page = await openSolanaPage(async method => {
    if (method === 'getGenesisHash') return `${cluster.slice('solana:'.length)}xxxxxxxxxxx`
    if (method === 'sendTransaction') return 'sent'
    throw new NoAnswer(method)
  })
  const me = createNoopSigner(address(page.account))
  for (const [at, owner] of [friend, near].entries()) {
    const ata = purses[at] ?? purse
    const wire = makeTransaction({
      payer: page.account,
      blockhash: purse,
      instructions: [
        getCreateAssociatedTokenIdempotentInstruction({ payer: me, ata, owner, mint: purse }),
        getTransferInstruction({ source: purse, destination: ata, authority: me, amount: 5n }),
      ],
    })
    await page.provider.request({
      chainId: cluster,
      method: 'solana_signAndSendTransaction',
      params: { transaction: Buffer.from(wire).toString('base64'), pubkey: page.account },
    })
  }
  expect(page.shown.map(({ alike }) => alike)).toEqual([undefined, { address: near, known: friend }])
})
