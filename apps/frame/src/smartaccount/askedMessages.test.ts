/** What a page gets signed while the smart account is in use, through the wallet's provider. */
import {
  type Hex,
  hashMessage,
  parseErc6492Signature,
  recoverMessageAddress,
  recoverTypedDataAddress,
} from 'viem'
import { beforeEach, expect, test } from 'vitest'
import {
  addresses,
  carrying,
  type OperationWorld,
  openOperationWorld,
  plain,
  safe,
} from '../provider/operation/operation.fixture.ts'

let world: OperationWorld
beforeEach(() => {
  world = openOperationWorld()
})

const signInText = (account: string) => `shop.example wants you to sign in with your Ethereum account:
${account}

Log in.

URI: https://shop.example
Version: 1
Chain ID: 7121
Nonce: n0nceN0nce
Issued At: 2026-11-29T12:00:00Z`

async function ask(text: string, account: Hex, network: typeof carrying | typeof plain = carrying) {
  const answer = world.ask('personal_sign', [text, account], network)
  // Without a screen it has been refused.
  await Promise.race([answer, expect.poll(() => world.shown.length).toBe(1)])
  return { answer: answer as Promise<Hex>, approval: world.shown[0]?.approval }
}

const signerOf = (text: string, signature: Hex) =>
  recoverTypedDataAddress({
    domain: { chainId: 7121, verifyingContract: safe.address },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message: hashMessage(text) },
    signature,
  })

test.each([
  ['a text', 'hello'],
  ['its own sign-in', signInText(safe.address)],
])('signs %s as the smart account, wrapped until it is deployed', async (_which, text) => {
  const { answer, approval } = await ask(text, safe.address)
  expect(approval?.request).toMatchObject({ is: 'message', account: safe.address })
  await approval?.approve()
  const { address, signature } = parseErc6492Signature(await answer)
  expect(address).toBe(safe.factory)
  expect(await signerOf(text, signature)).toBe(addresses.owner)

  world = openOperationWorld()
  world.chain.code = '0x6080'
  const again = await ask(text, safe.address)
  await again.approval?.approve()
  expect(await again.answer).toBe(signature)
})

test.each([
  ['the plain account', addresses.eip155],
  ['the owner', addresses.owner],
])('T37: shows a sign-in text that names %s as one that is not signed', async (_whose, account) => {
  const { approval } = await ask(signInText(account), safe.address)
  expect(approval?.request).toMatchObject({ is: 'blocked', reason: 'sign-in' })
})

test('signs as the plain account where the network carries no smart one, and for the smart one not at all', async () => {
  await world.provider.switchNetwork(plain)
  const { answer, approval } = await ask('hello', addresses.eip155, plain)
  await approval?.approve()
  expect(await recoverMessageAddress({ message: 'hello', signature: await answer })).toBe(addresses.eip155)
  await expect(world.ask('personal_sign', ['hello', safe.address], plain)).rejects.toMatchObject({
    context: { rpc: { code: 4100 } },
  })
})
