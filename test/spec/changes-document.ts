/** One document for everything that there is; fields whose types differ have aliases. */
export const changesDocument = `query Changes($since: String, $first: Int! = 100) {
  changes(since: $since, first: $first) {
    position hasMore resetAll reset
    destroyed { kind id tripId }
    changed {
      __typename
      ... on User { id name email version }
      ... on Trip { id name ownerId hidden version viewerCan { edit seeExpenses seeDocuments } }
      ... on Collaborator { id name email joined tripId version permissions { canEdit } }
      ... on Hosting { id tripId name price currency version owner { id name } }
      ... on Activity { id tripId name price currency version owner { id name } }
      ... on Transportation { id tripId name price currency version owner { id name } }
      ... on Expense { id tripId title amount: price money: currency version }
      ... on Document { id title inTrip: tripId version owner { id name } }
      ... on Email { id subject inTrip: tripId version attachments { id payload } }
      ... on Category { id name slug ownerId version }
      ... on Favorite { id pending version favoriteUser { name } }
    }
  }
}`
