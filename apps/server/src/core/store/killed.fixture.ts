/** Writes rows as fast as it can and prints the id of each acknowledged one, until it is killed. */
import { createSqliteStore } from './createSqliteStore.ts'
import { type ProbeDatabase, probeMigrations } from './probe.fixture.ts'

const store = await createSqliteStore<ProbeDatabase>({
  folder: String(process.argv[2]),
  migrations: probeMigrations,
})

async function write(lane: number): Promise<never> {
  for (let count = 0; ; count++) {
    const id = `${lane}-${count}`
    const row = { id, owner: null, at: null, bytes: new Uint8Array(500), used: null }
    await store.write([
      store.compose.insertInto('probe').values(row).compile(),
      store.compose
        .insertInto('probe')
        .values({ ...row, id: `${id}-twin` })
        .compile(),
    ])
    process.stdout.write(`${id}\n`)
  }
}

await Promise.all(Array.from({ length: 20 }, (_, lane) => write(lane)))
