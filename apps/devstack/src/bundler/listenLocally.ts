// Loaded into the bundler's process before it: the bundler listens on every address of the machine and has no option for that, so
// each server of its process gets the address that the dev stack was started with.
import { Server } from 'node:net'

const host = process.env.BUNDLER_HOST
const listen = Server.prototype.listen

Server.prototype.listen = function (this: Server, ...args: unknown[]): Server {
  const [first] = args
  const options = typeof first === 'object' && first !== null ? { ...first, host } : first
  return Reflect.apply(listen, this, [options, ...args.slice(1)])
}
