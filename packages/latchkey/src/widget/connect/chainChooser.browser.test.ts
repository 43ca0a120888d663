/** One row for a wallet of several namespaces, and the choice among them (decision 074). */

import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { mainnet } from '../../contract/networks/evm.ts'
import { solana } from '../../contract/networks/solana.ts'
import { eventually } from '../conformance/eventually.ts'
import type { FakeRuntimeOptions } from '../fixtures/createFakeRuntime.ts'
import { createRuntimePage, fox, foxRow, id } from '../fixtures/runtimePage.ts'
import { until } from '../fixtures/until.ts'

const page = createRuntimePage()
const { root, find, press } = page
const foxes = [fox, { ...fox, namespace: 'solana', connect: 'late' as const }]
const start = (more: Partial<FakeRuntimeOptions> = {}) =>
  page.start({ wallets: foxes, ...more, options: { networks: [mainnet, solana], id, ...more.options } })
const rows = () => [...root().querySelectorAll('[data-row]')].map(row => row.getAttribute('data-row'))
/** The view on show: the one before lies under it while it fades. */
const shown = '.shell-view:not([data-under])'
const names = () => [...root().querySelectorAll(`${shown} .row-name`)].map(row => row.textContent)
const heading = () => find(`${shown} .list-heading`)?.textContent

test('a wallet of two namespaces is one row, and one press more chooses', async () => {
  const runtime = start()
  runtime.open()
  await until(() => find(foxRow))
  expect(rows().filter(row => row?.includes('fox'))).toHaveLength(1)
  await press(foxRow)
  await eventually(heading).toBe('Where do you want to use Fox?')
  expect(names()).toEqual(['Ethereum and EVM networks', 'Solana'])
  await press('[data-row=eip155]')
  await eventually(() => page.state().accounts.eip155?.status).toBe('connected')
  expect(page.state().connections).toHaveLength(1)
})

test('by keyboard alone, with the focus kept in the card after the choice', async () => {
  const runtime = start()
  runtime.open()
  const row = await until(() => find(foxRow))
  row.focus()
  await userEvent.keyboard('{Enter}')
  await eventually(heading).toBe('Where do you want to use Fox?')
  const isIn = (selector: string) => root().activeElement?.closest(selector) !== null
  for (let presses = 0; !isIn('[data-row=solana]') && presses < 8; presses += 1)
    await userEvent.keyboard('{Tab}')
  expect(isIn('[data-row=solana]')).toBe(true)
  await userEvent.keyboard('{Enter}')
  await eventually(() => find('.status-title')?.textContent).toBe('Continue in Fox')
  expect(root().activeElement).not.toBeNull()
  expect(document.activeElement).not.toBe(document.body)
})

test('back leads from the choice to the list', async () => {
  const runtime = start()
  runtime.open()
  await press(foxRow)
  await eventually(heading).toBe('Where do you want to use Fox?')
  await page.pressButton('Back')
  await until(() => find(foxRow))
  expect(page.state().view).toBe('Connect')
})

test('where one namespace is asked for, nothing is to be chosen', async () => {
  const runtime = start()
  runtime.open({ namespace: 'solana' })
  await press(foxRow)
  await eventually(() => find('.status-title')?.textContent).toBe('Continue in Fox')
  expect(heading()).toBeUndefined()
})
