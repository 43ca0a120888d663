import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { Worker } from 'node:worker_threads'
import { canonicalJson, custodyBodyText, custodyPossessionText } from 'latchkey/services'
import { median } from '../median.ts'

/** Key shares that the services release a second: HTTP, proof, audit row on disk and opening, each time. */
export interface CustodyNumbers {
  readonly releasesPerSecond: number
  /** The same requests answered by a bare handler, a second, before and after. */
  readonly bare: readonly number[]
  /** Milliseconds of a release. */
  readonly p50: number
}

const origin = 'https://keys.example'
const atOnce = 32
const devices = 200

interface Prepared {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Measures releases over loopback. Requests are signed ahead: a device signs its own, and there are many devices. */
export async function benchCustody(options: {
  readonly releases: number
  readonly log: (line: string) => void
}): Promise<CustodyNumbers> {
  const { releases, log } = options
  const server = new Worker(new URL('./serveCustody.ts', import.meta.url), { workerData: { origin } })
  const { port, barePort, folder } = await new Promise<{
    port: number
    barePort: number
    folder: string
  }>((resolve, reject) => {
    server.once('message', resolve)
    server.once('error', reject)
  })
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  try {
    log(`Making ${devices} wallets`)
    const all = Array.from({ length: devices }, () => createDevice(port))
    await inTurns(
      all.map(each => each.create),
      each => ask(agent, port, each),
    )
    log(`Releasing ${releases} halves`)
    const prepared = Array.from({ length: releases }, (_, i) => all[i % devices]?.release()).filter(
      each => each !== undefined,
    )
    const warm = prepared.splice(0, 200)
    for (const each of [port, barePort]) await askAll(agent, each, warm)
    const before = await askAll(agent, barePort, prepared)
    const released = await askAll(agent, port, prepared)
    const after = await askAll(agent, barePort, prepared)
    const { perSecond, p50 } = released
    return { releasesPerSecond: perSecond, bare: [before.perSecond, after.perSecond], p50 }
  } finally {
    agent.destroy()
    await server.terminate()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Sends all, as many at a time as there are connections; times in milliseconds. */
async function askAll(
  agent: Agent,
  port: number,
  all: readonly Prepared[],
): Promise<{ readonly perSecond: number; readonly p50: number }> {
  const times: number[] = []
  const began = performance.now()
  await inTurns(all, async each => {
    const started = performance.now()
    await ask(agent, port, each)
    times.push(performance.now() - started)
  })
  const perSecond = times.length / ((performance.now() - began) / 1_000)
  return { perSecond, p50: median(times) ?? Number.NaN }
}

function createDevice(port: number): { readonly create: Prepared; release(): Prepared } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  const jwk = { kty, crv, x, y }
  const device = digest(canonicalJson(jwk))
  const account = randomUUID()
  const owner = generateKeyPairSync('ed25519')
  const version = randomBytes(16).toString('hex')

  function prepare(call: string, body: object): Prepared {
    const path = `/v1/custody/${call}`
    const claims = {
      jti: randomUUID(),
      htm: 'POST',
      htu: `http://127.0.0.1:${port}${path}`,
      iat: Math.floor(Date.now() / 1_000),
      ath: digest(account),
      bh: digest(custodyBodyText(body)),
    }
    const text = [{ typ: 'dpop+jwt', alg: 'ES256', jwk }, claims]
      .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    const headers = {
      origin,
      'content-type': 'application/json',
      authorization: `DPoP ${account}`,
      dpop: `${text}.${signature.toString('base64url')}`,
    }
    return { path: `${path}?projectId=shop`, headers, body: JSON.stringify(body) }
  }

  const wallet = {
    commit: randomBytes(16).toString('hex'),
    owner: Buffer.from(String(owner.publicKey.export({ format: 'jwk' }).x), 'base64url').toString('hex'),
    version,
    half: randomBytes(32).toString('hex'),
    factors: [],
  }
  const text = custodyPossessionText({ path: '/v1/custody/wallet', account, device, body: wallet })
  const possession = sign(null, Buffer.from(text), owner.privateKey).toString('hex')
  return {
    create: prepare('wallet', { ...wallet, possession }),
    release: () =>
      prepare('release', { epoch: 1, version, request: randomBytes(32).toString('hex'), purpose: 'sign' }),
  }
}

function ask(agent: Agent, port: number, { path, headers, body }: Prepared): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port, method: 'POST', path, headers }, response => {
      response.resume()
      response.once('end', () =>
        response.statusCode === 200
          ? resolve()
          : reject(new Error(`A right call was answered with ${response.statusCode}`)),
      )
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

/** As many at a time as there are connections. */
async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of waiting) await work(item)
    }),
  )
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
