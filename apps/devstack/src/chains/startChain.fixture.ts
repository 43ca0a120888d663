// Starts a chain, says its process id and port, and stays until it is killed.
import { startChain } from './startChain.ts'

const [dataFolder = ''] = process.argv.slice(2)
const { pid, port } = await startChain({ chainId: 31337, port: 0, dataFolder })
console.log(JSON.stringify({ pid, port }))
setInterval(() => undefined, 60_000)
