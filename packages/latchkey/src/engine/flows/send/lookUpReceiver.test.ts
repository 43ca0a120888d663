/** Bad input at the receiver, by ecosystem: each is a sentence of its own, and nothing is asked of anybody. */
import { expect, test } from 'vitest'
import { createEvmAdapter } from '../../../chains/evm/createEvmAdapter.ts'
import { createSolanaAdapter } from '../../../chains/solana/createSolanaAdapter.ts'
import { mainnet } from '../../../contract/networks/evm.ts'
import { solana as solanaNetwork } from '../../../contract/networks/solana.ts'
import { evm } from '../../../evm.ts'
import { solana } from '../../../solana.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { lookUpReceiver } from './lookUpReceiver.ts'
import { readAddress } from './readAddress.ts'
import type { Receiver } from './receiver.ts'

const own = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const ada = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
/** An address that a program derives; no key holds it. */
const derived = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

async function read(typed: string, where: 'solana' | 'evm', adapters = [evm(), solana()]): Promise<Receiver> {
  const isSolana = where === 'solana'
  const adapter = isSolana ? createSolanaAdapter() : createEvmAdapter()
  const known = readAddress(typed, adapter)
  // As the draft does: what is known to be wrong is not looked up.
  if (known?.at === 'wrong') return known
  let told: Receiver | undefined = known
  const ctx = {
    config: { adapters, endpoints: { api: 'https://api.example' } },
    clock: createFakeClock(),
    api: async () => {
      throw new Error('It is asked')
    },
  }
  await lookUpReceiver(ctx, {
    typed,
    known,
    adapter,
    network: isSolana ? solanaNetwork : mainnet,
    told: receiver => {
      told = receiver
    },
    signal: new AbortController().signal,
  })
  return told as Receiver
}

test.each<[what: string, typed: string, receiver: Receiver]>([
  ['an address', ` ${own} `, { at: 'known', address: own }],
  ['an address of a program', derived, { at: 'known', address: derived }],
  ['an EVM address', ada, { at: 'wrong', problem: 'foreign', ecosystem: 'Ethereum' }],
  ['31 bytes in base58', own.slice(0, -2), { at: 'wrong', problem: 'address' }],
  ['33 bytes in base58', `${own}zz`, { at: 'wrong', problem: 'address' }],
  ['a letter that base58 leaves out', own.replace('4N', 'ON'), { at: 'wrong', problem: 'address' }],
  ['the system program', '1'.repeat(32), { at: 'wrong', problem: 'zero' }],
  ['a name', 'ada.eth', { at: 'wrong', problem: 'noServices' }],
  ['a word', 'ada', { at: 'wrong', problem: 'address' }],
])('on Solana: %s', async (_, typed, receiver) => {
  expect(await read(typed, 'solana')).toEqual(receiver)
})

test('on Ethereum an address of Solana is called one, where the host has Solana', async () => {
  expect(await read(own, 'evm')).toEqual({ at: 'wrong', problem: 'foreign', ecosystem: 'Solana' })
  expect(await read(own, 'evm', [evm()])).toEqual({ at: 'wrong', problem: 'address' })
  expect(await read(ada.replace('d8dA', 'D8dA'), 'evm')).toEqual({ at: 'wrong', problem: 'checksum' })
})

test('an adapter that says nothing of its addresses takes part in nothing', async () => {
  const { facts: _, ...before } = solana()
  expect(await read(own, 'evm', [evm(), before as never])).toEqual({ at: 'wrong', problem: 'address' })
})
