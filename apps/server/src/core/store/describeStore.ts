import { type CompiledQuery, sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { ProbeDatabase } from './probe.fixture.ts'
import type { Store } from './store.ts'

/** What a store has to do whichever engine it stands on; `create` gives an empty one with the probe's table. */
export function describeStore(name: string, create: () => Promise<Store<ProbeDatabase>>): void {
  describe(name, () => {
    const open: Store<ProbeDatabase>[] = []
    const fresh = async () => {
      const store = await create()
      open.push(store)
      return store
    }
    afterEach(async () => {
      await Promise.all(open.splice(0).map(store => store.close()))
    })

    const insert = (store: Store<ProbeDatabase>, id: string, owner: string | null = null) =>
      store.compose.insertInto('probe').values({ id, owner, at: null, bytes: null, used: null }).compile()
    const insertOnce = (store: Store<ProbeDatabase>, id: string, owner: string) =>
      store.compose
        .insertInto('probe')
        .values({ id, owner, at: null, bytes: null, used: 0 })
        .onConflict(conflict => conflict.doNothing())
        .returning('owner')
        .compile()
    const ids = async (store: Store<ProbeDatabase>) =>
      (await store.db.selectFrom('probe').select('id').orderBy('id').execute()).map(row => row.id)

    it('shows a write to the very next read', async () => {
      const store = await fresh()
      for (let i = 0; i < 20; i++) {
        await store.write([insert(store, `row${i}`)])
        expect(await ids(store)).toContain(`row${i}`)
      }
    })

    it('applies waiting batches in the order in which they were given', async () => {
      const store = await fresh()
      await store.write([insert(store, 'a', '')])
      const append = (letter: string) =>
        store.compose
          .updateTable('probe')
          .set({ owner: sql<string>`owner || ${letter}` })
          .where('id', '=', 'a')
          .returning('owner')
          .compile()
      const letters = [...'the quick brown fox jumps over the lazy dog']
      const answers = await Promise.all(letters.map(letter => store.write([append(letter)])))
      expect(answers.map(([rows]) => rows[0]?.owner)).toEqual(
        letters.map((_, index) => letters.slice(0, index + 1).join('')),
      )
    })

    it('hands back the rows of each query of a batch', async () => {
      const store = await fresh()
      const [inserted, nothing, updated] = await store.write([
        insertOnce(store, 'a', 'first'),
        insert(store, 'b'),
        store.compose.updateTable('probe').set({ used: 1 }).returning(['id', 'used']).compile(),
      ])
      expect(inserted).toEqual([{ owner: 'first' }])
      expect(nothing).toEqual([])
      expect([...updated].sort((x, y) => (x.id < y.id ? -1 : 1))).toEqual([
        { id: 'a', used: 1 },
        { id: 'b', used: 1 },
      ])
      expect(await store.write([])).toEqual([])
    })

    it('lets exactly one of 50 parallel conditional inserts win', async () => {
      const store = await fresh()
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => store.write([insertOnce(store, 'name', `owner${index}`)])),
      )
      const winners = answers.flatMap(([rows]) => rows)
      expect(winners).toHaveLength(1)
      expect(await store.db.selectFrom('probe').select('owner').execute()).toEqual(winners)
    })

    it('lets exactly one of 50 parallel conditional updates win', async () => {
      const store = await fresh()
      await store.write([insertOnce(store, 'nonce', 'a')])
      const consume = store.compose
        .updateTable('probe')
        .set({ used: 1 })
        .where('id', '=', 'nonce')
        .where('used', '=', 0)
        .returning('id')
        .compile()
      const answers = await Promise.all(Array.from({ length: 50 }, () => store.write([consume])))
      expect(answers.flatMap(([rows]) => rows)).toEqual([{ id: 'nonce' }])
    })

    it('does a batch wholly or not at all', async () => {
      const store = await fresh()
      await store.write([insert(store, 'a')])
      await expect(
        store.write([insert(store, 'b'), insert(store, 'a'), insert(store, 'c')]),
      ).rejects.toMatchObject({
        name: 'StoreError',
        code: 'constraint',
      })
      expect(await ids(store)).toEqual(['a'])
    })

    it('lets a failing batch harm none of its neighbours', async () => {
      const store = await fresh()
      await store.write([insert(store, 'taken')])
      const broken = sql`UPDATE no_such_table SET x = 1`.compile(store.compose as never)
      const batches: (readonly CompiledQuery[])[] = Array.from({ length: 30 }, (_, index) =>
        index % 3 === 1
          ? [insert(store, `half${index}`), insert(store, 'taken')]
          : index % 3 === 2
            ? [insert(store, `half${index}`), broken]
            : [insert(store, `good${String(index).padStart(2, '0')}`)],
      )
      const outcomes = await Promise.allSettled(batches.map(batch => store.write(batch)))
      expect(outcomes.map(outcome => outcome.status)).toEqual(
        batches.map((_, index) => (index % 3 === 0 ? 'fulfilled' : 'rejected')),
      )
      expect(await ids(store)).toEqual([
        ...Array.from({ length: 10 }, (_, index) => `good${String(index * 3).padStart(2, '0')}`),
        'taken',
      ])
    })

    it('keeps text, whole numbers, blobs, flags and null as they were', async () => {
      const store = await fresh()
      const rows = [
        {
          id: 'é漢字😀',
          owner: '',
          at: Number.MAX_SAFE_INTEGER,
          bytes: new Uint8Array([0, 255, 1]),
          used: 1,
        },
        { id: 'zero', owner: null, at: 0, bytes: new Uint8Array(0), used: 0 },
        { id: "'; DROP TABLE probe; --", owner: '"', at: Number.MIN_SAFE_INTEGER, bytes: null, used: null },
      ]
      await store.write([store.compose.insertInto('probe').values(rows).compile()])
      const read = await store.db.selectFrom('probe').selectAll().execute()
      const plain = read.map(row => ({
        ...row,
        bytes: row.bytes === null ? null : new Uint8Array(row.bytes),
      }))
      expect(plain.sort((a, b) => Number(a.at) - Number(b.at))).toEqual([...rows].sort((a, b) => a.at - b.at))
    })

    it('refuses values that one of the engines would refuse or change, in writes and in reads', async () => {
      const store = await fresh()
      const values = {
        'a flag as boolean': true,
        'a Date': new Date(0),
        undefined: undefined,
        'a fraction': 1.5,
        NaN: Number.NaN,
        'a number JavaScript cannot hold exactly': 2 ** 53,
        'a bigint': 1n,
        'an object': {},
        'text with NUL': 'a\0b',
        'a lone surrogate': '\ud800',
      }
      for (const [name, value] of Object.entries(values)) {
        const write = sql`UPDATE probe SET owner = ${value}`.compile(store.compose as never)
        await expect(store.write([write]), name).rejects.toMatchObject({ code: 'invalid' })
        const read = store.db
          .selectFrom('probe')
          .select('id')
          .where('owner', '=', value as string)
        await expect(read.execute(), name).rejects.toMatchObject({ code: 'invalid' })
      }
    })

    it('takes as many values in a statement as both engines can, and no more', async () => {
      const store = await fresh()
      const rows = (count: number) =>
        Array.from({ length: count }, (_, index) => ({ id: `${index}`, owner: null }))
      const put = (count: number) =>
        store.write([
          store.compose
            .insertInto('probe')
            .values(rows(count) as never)
            .compile(),
        ])
      await expect(put(16_384)).rejects.toMatchObject({ code: 'invalid' })
      await put(16_383)
      expect(await ids(store)).toHaveLength(16_383)
    })

    it('orders text by its bytes, so that cursors agree on both engines', async () => {
      const store = await fresh()
      const words = ['a', 'B', 'é', 'z', 'Z', '_', '1', 'aa', '😀', '～']
      await store.write(words.map(word => insert(store, word)))
      expect(await ids(store)).toEqual(
        [...words].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
      )
    })

    it('refuses transaction statements inside a batch', async () => {
      const store = await fresh()
      for (const text of ['BEGIN', ' commit', 'ROLLBACK TO x', 'savepoint x', 'RELEASE x']) {
        const statement = sql.raw(text).compile(store.compose as never)
        const outcome = store.write([insert(store, 'a'), statement])
        await expect(outcome, text).rejects.toMatchObject({ code: 'invalid' })
      }
      expect(await ids(store)).toEqual([])
    })

    it('refuses to write through the reading door', async () => {
      const store = await fresh()
      await expect(
        (
          store.compose.insertInto('probe').values({ id: 'a' } as never) as { execute(): Promise<unknown> }
        ).execute(),
      ).rejects.toThrow()
      expect(await ids(store)).toEqual([])
    })

    it('finishes waiting writes when it closes and refuses later ones', async () => {
      const store = await fresh()
      const waiting = Promise.all(
        Array.from({ length: 100 }, (_, index) => store.write([insert(store, `${index}`)])),
      )
      const closed = store.close()
      await expect(store.write([insert(store, 'late')])).rejects.toMatchObject({ code: 'closed' })
      await expect(store.check()).rejects.toMatchObject({ code: 'closed' })
      expect(await waiting).toHaveLength(100)
      await closed
      await store.close()
    })
  })
}
