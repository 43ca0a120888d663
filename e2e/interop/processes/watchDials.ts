import { Socket } from 'node:net'

/** Whether an address stays on this machine. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** Host of a call of `Socket.connect(options)`, `(port, host)` or `(path)`, or of the form that `net.connect` makes of them. */
function hostOf(args: readonly unknown[]): string | undefined {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  if (typeof first === 'object' && first !== null) {
    const { host, path } = first as { host?: string; path?: string }
    return path === undefined ? (host ?? 'localhost') : undefined
  }
  if (typeof first === 'number') return typeof second === 'string' ? second : 'localhost'
  return undefined
}

/**
 * From now on this process reaches only loopback: any other address is reported to `onOutside` and refused before a
 * name is resolved or a packet leaves.
 */
export function watchDials(onOutside: (host: string) => void): void {
  const connect = Socket.prototype.connect
  const watched = function (this: Socket, ...args: unknown[]): Socket {
    const host = hostOf(args)
    if (host === undefined || isLoopback(host)) return Reflect.apply(connect, this, args)
    onOutside(host)
    const refusal = Object.assign(new Error(`connect ECONNREFUSED ${host}`), { code: 'ECONNREFUSED' })
    process.nextTick(() => this.destroy(refusal))
    return this
  }
  Socket.prototype.connect = watched as Socket['connect']
}
