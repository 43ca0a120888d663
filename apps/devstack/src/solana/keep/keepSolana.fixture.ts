// Starts Dogwood, says its port, and stays until it is killed.
import { startSolana } from '../startSolana.ts'

const [dataFolder = ''] = process.argv.slice(2)
const { url } = await startSolana({ port: 0, dataFolder })
console.log(url)
