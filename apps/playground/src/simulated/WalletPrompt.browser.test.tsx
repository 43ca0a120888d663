import { createSimulatedWallet, testAccounts } from '@latchkey/testing'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { WalletPrompt } from './WalletPrompt.tsx'

const account = testAccounts[0].address

test('prompts for each request, also after one that Escape refused', async () => {
  const wallet = createSimulatedWallet({
    name: 'Prompt Wallet',
    rdns: 'test.prompt',
    chains: [{ id: 31337 }],
    connected: true,
    announce: 'manual',
    memory: false,
    mode: 'ask',
  })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<WalletPrompt wallet={wallet} />)
  const dialog = () => place.querySelector('dialog')
  const codes: unknown[] = []
  const ask = (text: string) =>
    wallet.provider
      .request({ method: 'personal_sign', params: [text, account] })
      .catch((error: { readonly code: unknown }) => codes.push(error.code))

  const asked = [ask('one'), ask('two'), ask('three')]
  await expect.poll(() => dialog()?.open).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => codes).toEqual([4001])
  await expect.poll(() => dialog()?.open).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => codes).toEqual([4001, 4001])
  await expect.poll(() => dialog()?.open).toBe(true)
  place.querySelector<HTMLButtonElement>('button:last-of-type')?.click()
  await Promise.all(asked)
  expect(codes).toHaveLength(2)
  await expect.poll(() => dialog()?.open).toBe(false)

  // Closed by an answer, it opens for what comes at once after it.
  const again = ask('four')
  await expect.poll(() => dialog()?.open).toBe(true)
  place.querySelector<HTMLButtonElement>('button:last-of-type')?.click()
  const last = ask('five')
  await again
  await expect.poll(() => dialog()?.open).toBe(true)
  expect(wallet.control.pending).toHaveLength(1)
  wallet.control.reject()
  await last
  root.unmount()
  place.remove()
  wallet.stop()
})
