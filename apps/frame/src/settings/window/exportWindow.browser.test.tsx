import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { exportPort, exportReady, type FromExportWindow, type ToExportWindow } from './messages.ts'
import { mountExportWindow } from './mountExportWindow.tsx'
import { openExportWindow } from './openExportWindow.ts'

afterEach(() => {
  for (const element of [...document.body.children]) if (element.shadowRoot) element.remove()
})

/** The window as its opening frame sees it: the presses there, and a way to answer. */
function open() {
  const scope = new EventTarget()
  const opener = { postMessage: () => {} }
  const view = Object.assign(scope, { opener, location, document, parent: scope })
  mountExportWindow(view as unknown as Window & typeof globalThis)
  const { port1, port2 } = new MessageChannel()
  onTestFinished(() => port2.close())
  const asked: string[] = []
  port2.onmessage = ({ data }: MessageEvent<FromExportWindow>) => asked.push(data.is)
  const greeting = new MessageEvent('message', { origin: location.origin, data: exportPort, ports: [port1] })
  scope.dispatchEvent(Object.defineProperty(greeting, 'source', { value: opener }))
  const say = (answer: ToExportWindow) => port2.postMessage(answer)
  say({ is: 'theme', theme: {}, address: `0x${'a'.repeat(40)}` })
  return { asked, say }
}

const press = (name: string) => userEvent.click(page.getByRole('button', { name }))

test('a request for the words while the kit is made gets both', async () => {
  const { asked, say } = open()
  await userEvent.fill(page.getByRole('textbox'), 'a code')
  await press('Download kit')
  await press('Show 24 words')
  await expect.poll(() => asked).toContain('kit')
  say({ is: 'failed', why: 'That is another code.' })
  await expect.element(page.getByText(/That is another code/)).toBeVisible()
  await expect.poll(() => asked).toEqual(['kit', 'words'])
  say({ is: 'words', words: Array(24).fill('abandon').join(' '), hex: '00', evm: '0x01', solana: '2g' })
  await expect.poll(() => page.getByRole('listitem').elements()).toHaveLength(24)
  await expect.element(page.getByText('Private key for Solana')).toBeVisible()
  await expect.element(page.getByText(/smart account: .* at m\/44'\/60'\/1'\/0\/0/)).toBeVisible()
  for (const key of ['0x01', '2g']) await expect.element(page.getByText(key, { exact: true })).toBeVisible()
  await press('Hide')
  await press('Download kit')
  await expect.poll(() => asked).toEqual(['kit', 'words', 'kit'])
  say({ is: 'kit', page: '<p>kit</p>' })
  await expect.element(page.getByRole('status')).toBeVisible()
})

test('after two failures shows the reason of the last one', async () => {
  const { asked, say } = open()
  await userEvent.fill(page.getByRole('textbox'), 'a code')
  const kit = async (why: string, times: number) => {
    await press('Download kit')
    await expect.poll(() => asked).toHaveLength(times)
    say({ is: 'failed', why })
    await expect.element(page.getByRole('alert')).toHaveTextContent(`That didn’t work: ${why}`)
  }
  await kit('That is another code.', 1)
  await press('Show 24 words')
  await expect.poll(() => asked).toHaveLength(2)
  say({ is: 'failed', why: 'Log in again first.' })
  await expect.element(page.getByRole('alert')).toHaveTextContent('That didn’t work: Log in again first.')
  await kit('That is another code.', 3)
})

test('after its settings closed, a window shows its end instead of waiting', async () => {
  const { asked, say } = open()
  const words = 'That didn’t work: This window has expired. Open it again from the settings.'
  await press('Show 24 words')
  await expect.poll(() => asked).toEqual(['words'])
  say({ is: 'over' })
  await expect.element(page.getByRole('alert')).toHaveTextContent(words)
  await userEvent.fill(page.getByRole('textbox'), 'a code')
  await press('Download kit')
  await expect.element(page.getByRole('alert')).toHaveTextContent(words)
  expect(asked).toEqual(['words'])
})

test('the opening frame tells the window when its settings close', async () => {
  const said: string[] = []
  const opened = {
    postMessage: (_words: string, _origin: string, [port]: MessagePort[]) => {
      if (port) port.onmessage = ({ data }: MessageEvent<ToExportWindow>) => said.push(data.is)
    },
  }
  const view = Object.assign(new EventTarget(), { location, open: () => opened })
  const stop = openExportWindow(view as unknown as Window & typeof globalThis, {
    frame: { page: { theme: {}, dapp: {} }, signal: new AbortController().signal },
    address: `0x${'a'.repeat(40)}`,
    answer: async () => ({ is: 'failed', why: 'nobody asked' }),
  })
  const ready = new MessageEvent('message', { origin: location.origin, data: exportReady })
  view.dispatchEvent(Object.defineProperty(ready, 'source', { value: opened }))
  stop?.()
  await expect.poll(() => said).toEqual(['theme', 'over'])
})
