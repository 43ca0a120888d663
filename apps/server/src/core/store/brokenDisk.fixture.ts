/** Writes until the disk fails under it (a file size limit set by its parent) and prints what each write came to. */
import { createSqliteStore } from './createSqliteStore.ts'
import { type ProbeDatabase, probeMigrations } from './probe.fixture.ts'
import { isStoreError } from './storeError.ts'

const store = await createSqliteStore<ProbeDatabase>({
  folder: String(process.argv[2]),
  migrations: probeMigrations,
})

const put = async (id: string): Promise<readonly [string, string]> => {
  const row = { id, owner: null, at: null, bytes: new Uint8Array(20_000), used: null }
  const outcome = store.write([store.compose.insertInto('probe').values(row).compile()])
  return outcome.then(
    () => [id, 'written'],
    error => [id, isStoreError(error) ? error.code : String(error)],
  )
}

// One by itself: those that come at once may all be of one commit, and fail with it.
const first = await put('first')
const outcomes = [first, ...(await Promise.all(Array.from({ length: 199 }, (_, index) => put(`${index}`))))]
const later = await put('later')
const check = await store.check().then(
  () => 'fine',
  error => String(error.code),
)
await store.close()
process.stdout.write(JSON.stringify({ outcomes, later, check }))
