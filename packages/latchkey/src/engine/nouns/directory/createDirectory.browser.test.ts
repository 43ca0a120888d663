import { expect, test } from 'vitest'
import { canonicalJson } from '../../../contract/canonicalJson.ts'
import { type RegistryHead, registryHeadText, toDigest } from '../../../contract/directory.ts'
import { createApi } from '../../base/api.ts'
import { systemClock } from '../../base/clock.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createKeyStore } from '../../base/storage.ts'
import { createDirectory } from './createDirectory.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><path d="M0 0h24v24H0z"/></svg>'

/** A directory of one wallet, signed in this browser; `tamper` changes what is sent. */
async function open(tamper: (head: RegistryHead) => RegistryHead = head => head) {
  const { privateKey, publicKey } = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  const listing = { id: 'alpha', name: 'Alpha', image_id: await toDigest(svg) }
  const issued = Date.now()
  const head = {
    version: 1,
    issued,
    expires: issued + 86_400_000,
    digests: { alpha: await toDigest(canonicalJson(listing)) },
    key: toBase64Url(await crypto.subtle.exportKey('raw', publicKey)),
  }
  const text = new TextEncoder().encode(registryHeadText(head))
  const signed = { ...head, signature: toBase64Url(await crypto.subtle.sign('Ed25519', privateKey, text)) }
  const answer = async (url: RequestInfo | URL) => {
    const { pathname } = new URL(String(url))
    if (pathname === '/getWallets') return Response.json({ data: [listing], count: 1 })
    if (pathname === '/getRegistryHead') return Response.json(tamper(signed))
    return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } })
  }
  const config = {
    projectId: 'shop',
    directoryKeys: [head.key],
    endpoints: { directory: 'https://d.example' },
  }
  const alerts: unknown[] = []
  const directory = createDirectory({
    config: config as never,
    clock: systemClock,
    api: async () => createApi({ config, clock: systemClock, fetch: answer }),
    storage: createKeyStore({ id: 'default', store: createMemoryStorage(), clock: systemClock }),
    alert: (code, context) => void alerts.push([code, context?.reason]),
    signal: new AbortController().signal,
  })
  return { directory, alerts, listing }
}

test('T98: a signed list is shown, with a picture that an <img> loads', async () => {
  const { directory, alerts, listing } = await open()
  expect(await directory.page()).toEqual({ data: [listing], count: 1, source: 'directory' })
  expect(alerts).toEqual([])
  const image = new Image()
  image.src = (await directory.image(listing.image_id)) ?? ''
  await image.decode()
  expect(image.naturalWidth).toBe(24)
})

test('T98: one changed byte, and it is the bundled list with APKT003', async () => {
  const { directory, alerts } = await open(head => ({ ...head, version: 2 }))
  expect((await directory.page()).source).toBe('bundled')
  expect(alerts).toEqual([['APKT003', 'bad signature']])
})

function toBase64Url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}
