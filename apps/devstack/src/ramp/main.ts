// The ramp's process: reads its settings from the file that is named, and serves until it is asked to end.
import { mkdirSync } from 'node:fs'
import { serveApp } from '../http/serveApp.ts'
import { createRamp } from './createRamp.ts'
import { readRampConfig } from './rampConfig.ts'

const config = readRampConfig(process.argv[2] ?? '')
mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 })
const url = `http://localhost:${config.port}`
const ramp = createRamp({ config, url, log: line => console.log(line) })
const listening = await serveApp(ramp.app, config)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    await listening.close()
    await ramp.stop()
    process.exit(0)
  })
}
