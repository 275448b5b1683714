import { defineConfig } from 'prisma/config'

// Read by the Prisma CLI only; the service opens its database itself (src/outside/database).
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost:5432/trips' },
})
