// The ramp's process: reads its settings from the file that is named, and serves until it is asked to end.
import { mkdirSync } from 'node:fs'
import { serveApp } from '../http/serveApp.ts'
import { createRampApp } from './createRampApp.ts'
import { readRampConfig } from './rampConfig.ts'

const config = readRampConfig(process.argv[2] ?? '')
mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 })
const url = `http://localhost:${config.port}`
const app = createRampApp({ config, url, log: line => console.log(line) })
const listening = await serveApp(app, config)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    await listening.close()
    process.exit(0)
  })
}
