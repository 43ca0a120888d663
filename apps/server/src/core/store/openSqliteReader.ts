import { DatabaseSync } from 'node:sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely'
import { keepStatements } from './keepStatements.ts'
import { toSqlValues } from './sqlValue.ts'

/** The reading connection, on this thread: the shape Kysely's dialect expects, over `node:sqlite` (DECISIONS T15). */
export function openSqliteReader<D>(file: string, busyTimeout: number): Kysely<D> {
  const connection = new DatabaseSync(file, { readOnly: true, timeout: busyTimeout })
  const prepare = keepStatements(connection)
  const database: SqliteDatabase = {
    close: () => connection.close(),
    prepare: sql => {
      const statement = prepare(sql)
      return {
        reader: statement.columns().length > 0,
        all: parameters => statement.all(...toSqlValues(parameters)),
        run: parameters => statement.run(...toSqlValues(parameters)),
        // A stream holds its statement open, so it gets one of its own.
        iterate: parameters => connection.prepare(sql).iterate(...toSqlValues(parameters)),
      }
    },
  }
  return new Kysely<D>({ dialect: new SqliteDialect({ database }) })
}
