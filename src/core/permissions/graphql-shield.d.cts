import shield = require('graphql-shield')

export = shield
