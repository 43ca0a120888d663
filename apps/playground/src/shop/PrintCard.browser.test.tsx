import { createLatchkey } from 'latchkey'
import { LatchkeyProvider } from 'latchkey/react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { PrintCard } from './PrintCard.tsx'
import { prints } from './prints.ts'

test('returns the focus to the button when the visitor cancels the purchase', async () => {
  const latchkey = createLatchkey({
    projectId: 'shop',
    networks: [
      {
        chainNamespace: 'eip155',
        caipNetworkId: 'eip155:31337',
        id: 31337,
        name: 'Local',
        nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
        rpcUrls: { default: { http: ['http://localhost:1'] } },
      },
    ],
    metadata: { name: 'Shop' },
    features: { payments: true },
    endpoints: { api: 'http://localhost:1' },
  })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const [print] = prints
  if (!print) throw new Error('There is no print')
  root.render(
    <LatchkeyProvider latchkey={latchkey}>
      <PrintCard
        print={print}
        projectId="shop"
        onOrder={() => {}}
        place={async slug => ({ print: slug, paymentId: 'a'.repeat(22), state: 'open', expiresAt: 2e12 })}
      />
    </LatchkeyProvider>,
  )
  const button = () => place.querySelector('button')
  await expect.poll(button).not.toBeNull()
  button()?.focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => latchkey.getState().open).toBe(true)
  await expect.poll(() => document.activeElement).not.toBe(button())
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => latchkey.getState().open).toBe(false)
  await expect.poll(() => document.activeElement).toBe(button())
  latchkey.destroy()
  root.unmount()
  place.remove()
})
