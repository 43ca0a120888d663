import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startServer } from '../startServer.ts'
import { publish } from './openRelay.fixture.ts'
import { newTopic, openPeer } from './relayPeer.fixture.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-disk-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const env = { LATCHKEY_DEV: '1', PORT: '0', RELAY_DRAIN_MS: '0', RELAY_CALLS_BURST: '10000' }

async function start(more: Readonly<Record<string, string>>) {
  const server = await startServer({ env: { ...env, ...more }, log: { write() {} } })
  closing.push(() => server.close())
  const url = `ws://127.0.0.1:${server.port}/relay`
  const connect = async () => {
    const peer = await openPeer({ url })
    closing.push(() => peer.ws.terminate())
    return peer
  }
  return { connect }
}

describe('the disk of the relay', () => {
  it('F07: full, it acknowledges nothing, says so, and goes on handing out what it has', async () => {
    const { connect } = await start({ DATA_FOLDER: freshFolder(), DATA_LIMIT_MB: '2' })
    const [dapp, wallet] = [await connect(), await connect()]
    const topic = newTopic()
    const kept: string[] = []
    let refusal: unknown
    for (let i = 0; refusal === undefined; i++) {
      const message = String(i).padEnd(50_000, '=')
      await publish(dapp, topic, message).then(
        () => kept.push(message),
        error => {
          refusal = error
        },
      )
    }
    expect(refusal).toEqual({
      code: -32_603,
      message: 'Internal error: nothing can be kept at the moment',
      data: 'Internal',
    })
    expect(kept.length).toBeGreaterThan(5)
    const fetched = (await wallet.call('irn_fetchMessages', { topic })) as { messages: { message: string }[] }
    expect(fetched.messages.map(({ message }) => message)).toEqual(kept.slice(0, fetched.messages.length))
    expect(fetched.messages.length).toBeGreaterThan(5)
  })

  it('F07: broken, it acknowledges nothing any more, and has what it acknowledged after a restart', async () => {
    const DATA_FOLDER = freshFolder()
    const main = fileURLToPath(new URL('../main.ts', import.meta.url))
    const limited = 'ulimit -f 4000; exec "$0" "$@"'
    const child = spawn('sh', ['-c', limited, process.execPath, '--conditions=@latchkey/source', main], {
      env: { PATH: process.env.PATH ?? '', ...env, DATA_FOLDER },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    closing.push(() => child.kill('SIGKILL'))
    const url = await new Promise<string>(resolve => {
      createInterface({ input: child.stdout }).on('line', line => {
        const said = JSON.parse(line)
        if (said.msg === 'listening') resolve(`${said.url.replace('http', 'ws')}/relay`)
      })
    })
    const peer = await openPeer({ url })
    const topic = newTopic()
    const kept: string[] = []
    const refusals: unknown[] = []
    while (refusals.length < 3) {
      const message = `${kept.length}.${refusals.length}`.padEnd(60_000, '=')
      await publish(peer, topic, message).then(
        () => kept.push(message),
        error => refusals.push(error),
      )
    }
    expect(refusals).toMatchObject(Array(3).fill({ code: -32_603, data: 'Internal' }))
    child.kill('SIGKILL')
    peer.ws.terminate()
    const { connect } = await start({ DATA_FOLDER })
    const reader = await connect()
    await reader.call('irn_subscribe', { topic })
    await vi.waitFor(() => {
      const had = reader.pushes.map(({ message }) => message)
      expect(kept.filter(message => !had.includes(message))).toEqual([])
    })
    expect(kept.length).toBeGreaterThan(5)
  })

  it('slow, it hands out at once and acknowledges no sooner than it has written', async () => {
    const DATA_FOLDER = freshFolder()
    const { connect } = await start({ DATA_FOLDER })
    const [dapp, wallet] = [await connect(), await connect()]
    const topic = newTopic()
    await wallet.call('irn_subscribe', { topic })
    const other = new DatabaseSync(join(DATA_FOLDER, 'latchkey.db'))
    other.exec('BEGIN IMMEDIATE')
    const order: string[] = []
    const published = publish(dapp, topic, 'waits').then(() => order.push('acknowledged'))
    await vi.waitFor(() => expect(wallet.pushes).toHaveLength(1))
    order.push('delivered')
    await new Promise(resolve => setTimeout(resolve, 500))
    expect(order).toEqual(['delivered'])
    other.exec('COMMIT')
    other.close()
    await published
    expect(order).toEqual(['delivered', 'acknowledged'])
  })

  it('slow, it hands a client no answer before the acknowledgement of what it published', async () => {
    const DATA_FOLDER = freshFolder()
    const { connect } = await start({ DATA_FOLDER })
    const [dapp, wallet] = [await connect(), await connect()]
    const topic = newTopic()
    await Promise.all([dapp, wallet].map(peer => peer.call('irn_subscribe', { topic })))
    const other = new DatabaseSync(join(DATA_FOLDER, 'latchkey.db'))
    other.exec('BEGIN IMMEDIATE')
    const seen = dapp.frames.length
    const published = publish(dapp, topic, 'request')
    await vi.waitFor(() => expect(wallet.pushes).toHaveLength(1))
    const answered = publish(wallet, topic, 'answer')
    // The answer is in the relay once a later call of its sender is answered.
    await wallet.ask('not JSON')
    expect(dapp.frames).toHaveLength(seen)
    other.exec('COMMIT')
    other.close()
    await Promise.all([published, answered])
    await vi.waitFor(() => expect(dapp.pushes).toHaveLength(1))
    expect(dapp.frames.slice(seen).map(frame => 'result' in JSON.parse(frame))).toEqual([true, false])
  })
})
