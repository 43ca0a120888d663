import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'

/** What a name has, by the type of its record. A name that is not listed, and has none below it, does not exist. */
export type Zone = Readonly<
  Record<
    string,
    { readonly TXT?: readonly string[]; readonly MX?: readonly string[]; readonly CAA?: readonly string[] }
  >
>

const types: Readonly<Record<number, 'TXT' | 'MX' | 'CAA'>> = { 15: 'MX', 16: 'TXT', 257: 'CAA' }

const labels = (name: string) =>
  Buffer.concat([
    ...name.split('.').map(part => Buffer.from([part.length, ...Buffer.from(part)])),
    Buffer.from([0]),
  ])

/** A record's data as it is sent: a CAA's value is that of `issue`. */
function dataOf(type: 'TXT' | 'MX' | 'CAA', value: string): Buffer {
  if (type === 'TXT') return Buffer.from([value.length, ...Buffer.from(value)])
  if (type === 'MX') return Buffer.concat([Buffer.from([0, 10]), labels(value)])
  return Buffer.from([0, 5, ...Buffer.from(`issue${value}`)])
}

/** A name server on a port of this machine, and a resolver that asks it. `silent` answers nothing. */
export async function startNameServer(
  zone: Zone,
  options: { readonly silent?: boolean; readonly timeout?: number } = {},
): Promise<{ readonly resolver: Resolver; close(): void }> {
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    if (options.silent) return
    const parts: string[] = []
    let at = 12
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      parts.push(query.subarray(at + 1, at + 1 + length).toString())
      at += length + 1
    }
    const name = parts.join('.').toLowerCase()
    const type = types[query.readUInt16BE(at + 1)]
    const values = (type && zone[name]?.[type]) ?? []
    const exists = Object.keys(zone).some(each => each === name || each.endsWith(`.${name}`))
    const head = Buffer.from([
      query[0] ?? 0,
      query[1] ?? 0,
      0x81,
      exists ? 0x80 : 0x83,
      0,
      1,
      0,
      values.length,
      0,
      0,
      0,
      0,
    ])
    const answers = values.map(value => {
      const data = type === undefined ? Buffer.alloc(0) : dataOf(type, value)
      const fixed = Buffer.from([0xc0, 12, 0, 0, 0, 1, 0, 0, 0, 60, 0, 0])
      fixed.writeUInt16BE(query.readUInt16BE(at + 1), 2)
      fixed.writeUInt16BE(data.length, 10)
      return Buffer.concat([fixed, data])
    })
    socket.send(Buffer.concat([head, query.subarray(12, at + 5), ...answers]), from.port, from.address)
  })
  await new Promise<void>(done => socket.bind(0, '127.0.0.1', done))
  const resolver = new Resolver({ timeout: options.timeout ?? 2_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return { resolver, close: () => void socket.close() }
}
