/** What the simulated wallets of `@latchkey/testing` sign is verified: their signing was written apart from this code. */
import {
  type BitcoinAddressType,
  createSimulatedBitcoinWallet,
  type SimulatedBitcoinOptions,
} from '@latchkey/testing'
import { expect, test } from 'vitest'
import { bitcoinSignIn } from '../namespaces/bitcoinSignIn.ts'

const message = 'shop.example wants you to sign in\n\nGrüße'

async function sign(options: SimulatedBitcoinOptions, type: BitcoinAddressType) {
  const { provider, control } = createSimulatedBitcoinWallet({
    memory: false,
    announce: 'manual',
    connected: true,
    ...options,
  })
  const { accounts, ordinals } = control.state
  const address = (type === 'p2tr' && options.shape !== 'unisat' ? ordinals[0] : accounts[0]) ?? ''
  if (options.shape === 'unisat') {
    const call = provider.signMessage as (...args: readonly string[]) => Promise<string>
    return { address, signature: await call(message, 'bip322-simple') }
  }
  const request = provider.request as (
    method: string,
    params: object,
  ) => Promise<{ result: { signature: string } }>
  const params = { address, message, protocol: 'BIP322', paymentType: type }
  return { address, signature: (await request('signMessage', params)).result.signature }
}

const cases: readonly (readonly [SimulatedBitcoinOptions, BitcoinAddressType])[] = [
  [{ shape: 'xverse' }, 'p2sh'],
  [{ shape: 'xverse' }, 'p2tr'],
  [{ shape: 'xverse', addressType: 'p2wpkh', signaturePrefix: true }, 'p2wpkh'],
  [{ shape: 'leather' }, 'p2wpkh'],
  [{ shape: 'leather' }, 'p2tr'],
  [{ shape: 'unisat' }, 'p2wpkh'],
  [{ shape: 'unisat', addressType: 'p2tr', network: 'signet' }, 'p2tr'],
]

test.each(cases)('%j signs by BIP-322 for %s', async (options, type) => {
  const { address, signature } = await sign(options, type)
  const verify = (signed: string) =>
    bitcoinSignIn.verify({ message: signed, signature } as never, { address } as never)
  expect(await verify(message)).toBe('key')
  expect(await verify(`${message}!`)).toBe('signature')
})
