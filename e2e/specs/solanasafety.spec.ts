/** Sending on Solana where the network goes: nothing is lost, and nothing is sent twice (F15, F19, T73). */
import { sol } from '../setup/solanaChain.ts'
import { openSolanaSend, signRequests, solanaTest as test } from '../setup/solanaTest.ts'
import { expect } from '../setup/test.ts'

// The browser itself logs each request that fails.
test.beforeEach(({ forgiven }) => void forgiven.push(/ERR_INTERNET_DISCONNECTED/))

test('F15 cut off before the wallet is asked: the form and the review stay, and it goes out once the network is back', async ({
  context,
  send,
  sunbeam,
  solanaAccount,
}) => {
  const { chain, to } = await openSolanaSend(send, solanaAccount)
  await send.review('0.25', to)
  await expect(send.dialog.getByText('Total', { exact: true })).toBeVisible()
  await context.setOffline(true)
  await send.button('Send 0.25 SOL').click()
  await expect(send.status).toContainText('Nothing was sent. Check your internet connection and try again.')
  expect(await signRequests(sunbeam)).toEqual([])
  await context.setOffline(false)
  await send.button('Try again').click()
  await expect(send.status).toContainText('0.25 SOL sent')
  expect(await chain.getBalance(to)).toBe(sol / 4n)
  expect(await signRequests(sunbeam)).toEqual(['solana:signTransaction'])
})

test('F19 cut off after the wallet has signed: it is "on its way", goes out once the network is back, and once', async ({
  context,
  send,
  sunbeam,
  solanaAccount,
}) => {
  await sunbeam.control.next('solana:signTransaction', 'slow')
  const { chain, to } = await openSolanaSend(send, solanaAccount)
  await send.review('0.25', to)
  await send.button('Send 0.25 SOL').click()
  await sunbeam.control.waitForRequest('solana:signTransaction')
  await expect(send.status).toContainText('Approve in Sunbeam')
  await context.setOffline(true)
  await sunbeam.control.release('solana:signTransaction')
  await expect(send.status).toContainText('On its way')
  expect(await chain.getBalance(to)).toBe(0n)
  await context.setOffline(false)
  await expect(send.status).toContainText('0.25 SOL sent')
  expect(await chain.getBalance(to)).toBe(sol / 4n)
  expect(await signRequests(sunbeam)).toEqual(['solana:signTransaction'])
})
