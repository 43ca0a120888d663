import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright'
import { describe, expect, it } from 'vitest'
import { chromiumArgs, ensureChromium, findShell } from '../../../../../scripts/chromium/chromium.ts'
import { safeAccountOf } from '../../smartaccount/safeAccountOf.ts'
import { randomBytes, toHex } from '../bytes.ts'
import { addressesOf } from '../derive/addressesOf.ts'
import { toWords } from '../derive/words.ts'
import { makeRecoveryCode } from '../recovery/recoveryCode.ts'
import { makeKit, openKit } from './makeKit.ts'

async function make() {
  const entropy = randomBytes(32)
  const code = makeRecoveryCode()
  const addresses = await addressesOf(entropy)
  return { entropy, code, addresses, ...(await makeKit({ entropy, code, addresses, now: 0 })) }
}

describe('the offline kit', () => {
  it('returns the key for its code, as people type it', async () => {
    const { entropy, code, json } = await make()
    expect(json).not.toContain(toHex(entropy))
    expect(await openKit(json, code)).toEqual(entropy)
    expect(await openKit(json, code.toLowerCase().replaceAll('-', ' '))).toEqual(entropy)
    const wrong = [
      [json, makeRecoveryCode(), 'secret'],
      [json.replace(/"eip155": "0x./, '"eip155": "0xx'), code, 'secret'],
      [json.replace(/"factoryData": "0x../, '"factoryData": "0xff'), code, 'secret'],
      [json.replace('"smartAccount"', '"smart"'), code, 'secret'],
      [json.replace(/"owner": "[^"]*"/, '"owner": 1'), code, 'form'],
      [json, 'nothing', 'text'],
      ['{}', code, 'form'],
      ['[', code, 'form'],
      [json.replace('"v": 1', '"v": 9'), code, 'form'],
    ] as const
    for (const [text, typed, why] of wrong)
      await expect(openKit(text, typed)).rejects.toThrow(expect.objectContaining({ code: why }))
  })

  it('opens one from before there were smart accounts', async () => {
    const { entropy, code, addresses } = await make()
    const { eip155, solana } = addresses
    const { json } = await makeKit({ entropy, code, addresses: { eip155, solana }, now: 0 })
    expect(JSON.parse(json)).not.toHaveProperty('smartAccount')
    expect(await openKit(json, code)).toEqual(entropy)
  })

  it('holds what the smart account’s address is made of', async () => {
    const { json, addresses } = await make()
    expect(JSON.parse(json).smartAccount).toEqual(safeAccountOf(addresses.owner))
  })

  it('contains no address outside itself', async () => {
    const { page } = await make()
    expect(page.match(/https?:|\/\/|src=|href=|@import|url\(|fetch\(|import\(|XMLHttp|WebSocket/g)).toBeNull()
  })

  it('§2.9: opens the key with the network off, in a fresh profile, from a file', async () => {
    const { entropy, code, page: text, addresses } = await make()
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-kit-'))
    const file = join(folder, 'kit.html')
    await writeFile(file, text)
    const executablePath = findShell() ?? (await ensureChromium())
    const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] })
    try {
      const context = await browser.newContext({ offline: true })
      const page = await context.newPage()
      const problems: string[] = []
      page.on('console', message => problems.push(message.text()))
      page.on('pageerror', error => problems.push(error.message))
      await page.goto(pathToFileURL(file).href)
      expect(await page.textContent('#eip155')).toBe(addresses.eip155)
      await page.getByLabel('Recovery code').fill(makeRecoveryCode())
      await page.getByRole('button').click()
      await page.getByText('The code does not open this kit').waitFor()
      await page.getByLabel('Recovery code').fill(` ${code.toLowerCase().replaceAll('-', ' ')} `)
      await page.getByRole('button').click()
      await page.getByRole('heading', { name: '24 words' }).waitFor()
      const shown = (await page.textContent('#words24')) ?? ''
      expect(
        shown
          .replace(/\d+\. /g, '')
          .split(/\s+/)
          .join(' '),
      ).toBe(toWords(entropy))
      expect(await page.textContent('#hex')).toBe(toHex(entropy))
      const safe = safeAccountOf(addresses.owner)
      for (const [id, text] of [
        ['safe', safe.address],
        ['owner', safe.owner],
        ['factory', safe.factory],
        ['data', safe.factoryData],
      ]) {
        expect(await page.textContent(`#${id}`)).toBe(text)
        expect(await page.isVisible(`#${id}`)).toBe(true)
      }
      expect(problems).toEqual([])
    } finally {
      await browser.close()
      await rm(folder, { recursive: true })
    }
  })
})
