/** Sending on Solana, from the form to the chain's word (SPEC §4 "Send flow"). */
import { devTokens, dogwood } from '@latchkey/devstack'
import { sol, solanaChain } from '../setup/solanaChain.ts'
import { bothNamespaces, openSolanaSend, signRequests, solanaTest as test } from '../setup/solanaTest.ts'
import { expect } from '../setup/test.ts'

test('SOL goes from the form to a receipt, to the lamport', async ({ send, sunbeam, solanaAccount }) => {
  const { chain, to } = await openSolanaSend(send, solanaAccount)
  await send.review('0.25', to)
  await expect(send.dialog.getByText('Total', { exact: true })).toBeVisible()
  await send.button('Send 0.25 SOL').click()
  await expect(send.status).toContainText('0.25 SOL sent')
  expect(await chain.getBalance(to)).toBe(sol / 4n)
  // The wallet signed, and the page broadcast by the host's own node (decision 070).
  expect(await signRequests(sunbeam)).toEqual(['solana:signTransaction'])
})

test('all there is leaves an empty account', async ({ send, sunbeam: _, solanaAccount }) => {
  const { chain, to } = await openSolanaSend(send, solanaAccount)
  await send.receiver.fill(to)
  await send.button('Max').click()
  await expect(send.amount).toHaveValue(/^1\.99/)
  await send.button('Review').click()
  await send.dialog.getByRole('button', { name: /^Send 1\.99/ }).click()
  await expect(send.status).toContainText('SOL sent')
  expect(await chain.getBalance(solanaAccount.address)).toBe(0n)
})

test('a token opens an account for its receiver, and its price is shown', async ({
  send,
  sunbeam: _,
  solanaAccount,
  stack,
}) => {
  const chain = solanaChain()
  await payTokens(stack.faucet, solanaAccount.address)
  const to = await chain.freshAddress()
  await send.goto({ ...bothNamespaces, services: 'on' })
  await send.connectByHandle('Sunbeam')
  await send.openSend()
  await send.chooseToken('USD Coin')
  await send.review('12.5', to)
  await expect(send.dialog.getByText('Opens an account')).toBeVisible()
  await expect(send.dialog.getByText('0.00203928 SOL')).toBeVisible()
  await send.button('Send 12.5 USDC').click()
  await expect(send.status).toContainText('12.5 USDC sent')
  expect(await chain.getTokens(to, devTokens.usdc.address)).toBe(12_500_000n)
})

test('a wrong receiver gets a sentence of its own, and nothing that was typed is lost', async ({
  send,
  sunbeam,
  solanaAccount,
}) => {
  const { to } = await openSolanaSend(send, solanaAccount)
  await send.amount.fill('0.25')
  await send.receiver.fill('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
  await expect(send.dialog).toContainText('This address is for Ethereum. It doesn’t work on Dogwood.')
  await send.receiver.fill(solanaAccount.address.slice(0, -2))
  await expect(send.dialog).toContainText('This isn’t an address or a name.')
  await send.amount.fill('0.1234567891')
  await send.receiver.fill(devTokens.usdc.address)
  await expect(send.dialog).toContainText('SOL has at most 9 decimals.')
  await send.review('0.25', devTokens.usdc.address)
  await expect(send.dialog).toContainText('This is the address of a token, not a wallet.')
  await send.button('Edit').click()
  await send.expectView('WalletSend')
  await expect(send.amount).toHaveValue('0.25')
  await expect(send.receiver).toHaveValue(devTokens.usdc.address)
  await send.review('0.0001', to)
  await expect(send.dialog).toContainText('needs at least 0.00089088 SOL. Send more.')
  expect(await signRequests(sunbeam)).toEqual([])
})

async function payTokens(faucet: string, address: string): Promise<void> {
  const answer = await fetch(faucet, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chainId: dogwood.caipNetworkId, address, tokens: ['USDC'] }),
  })
  if (!answer.ok) throw new Error(`The faucet did not pay: ${await answer.text()}`)
}
