-- CreateEnum
CREATE TYPE "mail_state" AS ENUM ('PENDING', 'SENT', 'FAILED');

-- CreateTable
CREATE TABLE "account" (
    "id" SERIAL NOT NULL,
    "username" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "first_name" TEXT NOT NULL DEFAULT '',
    "last_name" TEXT NOT NULL DEFAULT '',
    "photo_url" TEXT,
    "is_premium" BOOLEAN NOT NULL DEFAULT false,
    "premium_expiration_date" TIMESTAMPTZ(6),
    "last_activity_date" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "language" TEXT NOT NULL DEFAULT 'en',
    "is_tripit_connected" BOOLEAN NOT NULL DEFAULT false,
    "calendar_identifier" TEXT NOT NULL,
    "calendar_emojis" BOOLEAN NOT NULL DEFAULT false,
    "calendar_hidden_categories" JSONB,
    "calendar_lodgings_all_day" BOOLEAN NOT NULL DEFAULT true,
    "calendar_trips_all_day" BOOLEAN NOT NULL DEFAULT true,
    "is_newsletter_subscriber" BOOLEAN NOT NULL DEFAULT true,
    "timezone" TEXT NOT NULL DEFAULT 'UTC',
    "default_currency" TEXT NOT NULL DEFAULT 'USD',
    "store_currency" TEXT NOT NULL DEFAULT 'USD',
    "anonymous_email_identifier" TEXT NOT NULL,
    "notifications_flights_general_enabled" BOOLEAN NOT NULL DEFAULT true,
    "notifications_flights_departure_and_arrival" BOOLEAN NOT NULL DEFAULT true,
    "notifications_collaborators_new_activities_enabled" BOOLEAN NOT NULL DEFAULT true,
    "asa_campaign_name" TEXT NOT NULL DEFAULT '',
    "asa_keyword_name" TEXT NOT NULL DEFAULT '',
    "asa_store_country" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "password_reset" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "password_reset_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attempt" (
    "id" BIGSERIAL NOT NULL,
    "limit" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outgoing_mail" (
    "id" SERIAL NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "html" TEXT NOT NULL DEFAULT '',
    "state" "mail_state" NOT NULL DEFAULT 'PENDING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_error" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(6),

    CONSTRAINT "outgoing_mail_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "trip" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "internal_identifier" TEXT NOT NULL DEFAULT '',
    "name" TEXT NOT NULL DEFAULT '',
    "timezone" TEXT NOT NULL DEFAULT '',
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "description" TEXT NOT NULL DEFAULT '',
    "starts_at" DATE,
    "ends_at" DATE,
    "cover_gradient" INTEGER NOT NULL DEFAULT 0,
    "cover_image_url" TEXT,
    "has_dates" BOOLEAN NOT NULL DEFAULT false,
    "number_of_days" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(6),

    CONSTRAINT "trip_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "member" (
    "trip_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "is_owner" BOOLEAN NOT NULL DEFAULT false,
    "joined" BOOLEAN NOT NULL DEFAULT false,
    "can_edit" BOOLEAN NOT NULL DEFAULT false,
    "can_add_guests" BOOLEAN NOT NULL DEFAULT false,
    "can_see_expenses" BOOLEAN NOT NULL DEFAULT false,
    "can_edit_expenses" BOOLEAN NOT NULL DEFAULT false,
    "can_see_documents" BOOLEAN NOT NULL DEFAULT false,
    "can_edit_documents" BOOLEAN NOT NULL DEFAULT false,
    "is_travelling" BOOLEAN NOT NULL DEFAULT true,
    "receive_notifications" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "member_pkey" PRIMARY KEY ("trip_id","user_id")
);

-- CreateTable
CREATE TABLE "hosting" (
    "id" SERIAL NOT NULL,
    "trip_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "internal_identifier" TEXT NOT NULL DEFAULT '',
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "starts_at" TIMESTAMPTZ(6),
    "ends_at" TIMESTAMPTZ(6),
    "timezone" TEXT NOT NULL DEFAULT '',
    "name" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "address" TEXT NOT NULL DEFAULT '',
    "longitude" DOUBLE PRECISION,
    "latitude" DOUBLE PRECISION,
    "phone" TEXT NOT NULL DEFAULT '',
    "apple_maps_id" TEXT NOT NULL DEFAULT '',
    "room_type" TEXT NOT NULL DEFAULT '',
    "room_number" TEXT NOT NULL DEFAULT '',
    "website" TEXT NOT NULL DEFAULT '',
    "notes" TEXT NOT NULL DEFAULT '',
    "provider_location_url" TEXT NOT NULL DEFAULT '',
    "provider_reservation_code" TEXT NOT NULL DEFAULT '',
    "provider_reservation_description" TEXT NOT NULL DEFAULT '',
    "provider_document" TEXT NOT NULL DEFAULT '',
    "google_places_id" TEXT NOT NULL DEFAULT '',
    "price" DOUBLE PRECISION,
    "currency" TEXT NOT NULL DEFAULT '',
    "assigned_users" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(6),

    CONSTRAINT "hosting_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "activity" (
    "id" SERIAL NOT NULL,
    "trip_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "internal_identifier" TEXT NOT NULL DEFAULT '',
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "activity_type" TEXT NOT NULL DEFAULT 'general',
    "period" TEXT,
    "starts_at" TIMESTAMPTZ(6),
    "ends_at" TIMESTAMPTZ(6),
    "all_day" BOOLEAN NOT NULL DEFAULT false,
    "name" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "phone" TEXT NOT NULL DEFAULT '',
    "website" TEXT NOT NULL DEFAULT '',
    "checked" BOOLEAN NOT NULL DEFAULT false,
    "address" TEXT NOT NULL DEFAULT '',
    "longitude" DOUBLE PRECISION,
    "latitude" DOUBLE PRECISION,
    "notes" TEXT NOT NULL DEFAULT '',
    "apple_maps_id" TEXT NOT NULL DEFAULT '',
    "timezone" TEXT NOT NULL DEFAULT '',
    "provider_location_url" TEXT NOT NULL DEFAULT '',
    "provider_reservation_code" TEXT NOT NULL DEFAULT '',
    "provider_reservation_description" TEXT NOT NULL DEFAULT '',
    "provider_document" TEXT NOT NULL DEFAULT '',
    "google_places_id" TEXT NOT NULL DEFAULT '',
    "price" DOUBLE PRECISION,
    "currency" TEXT NOT NULL DEFAULT '',
    "assigned_users" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(6),

    CONSTRAINT "activity_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "transportation" (
    "id" SERIAL NOT NULL,
    "trip_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "internal_identifier" TEXT NOT NULL DEFAULT '',
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "name" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "notes" TEXT NOT NULL DEFAULT '',
    "transportation_type" TEXT NOT NULL,
    "phone" TEXT NOT NULL DEFAULT '',
    "website" TEXT NOT NULL DEFAULT '',
    "departure_description" TEXT NOT NULL DEFAULT '',
    "departure_at" TIMESTAMPTZ(6),
    "departure_timezone" TEXT NOT NULL DEFAULT '',
    "departure_address" TEXT NOT NULL DEFAULT '',
    "departure_longitude" DOUBLE PRECISION,
    "departure_latitude" DOUBLE PRECISION,
    "departure_location_type" TEXT NOT NULL DEFAULT '',
    "departure_apple_maps_id" TEXT,
    "departure_terminal" TEXT NOT NULL DEFAULT '',
    "departure_gate" TEXT NOT NULL DEFAULT '',
    "arrival_description" TEXT NOT NULL DEFAULT '',
    "arrival_at" TIMESTAMPTZ(6),
    "arrival_timezone" TEXT NOT NULL DEFAULT '',
    "arrival_address" TEXT NOT NULL DEFAULT '',
    "arrival_longitude" DOUBLE PRECISION,
    "arrival_latitude" DOUBLE PRECISION,
    "arrival_location_type" TEXT NOT NULL DEFAULT '',
    "arrival_apple_maps_id" TEXT,
    "arrival_terminal" TEXT NOT NULL DEFAULT '',
    "arrival_gate" TEXT NOT NULL DEFAULT '',
    "arrival_bags" TEXT NOT NULL DEFAULT '',
    "company" TEXT NOT NULL DEFAULT '',
    "seat_number" TEXT NOT NULL DEFAULT '',
    "seat_class" TEXT NOT NULL DEFAULT '',
    "transport_number" TEXT NOT NULL DEFAULT '',
    "actual_transport_number" TEXT,
    "coach_number" TEXT NOT NULL DEFAULT '',
    "vehicle_description" TEXT NOT NULL DEFAULT '',
    "flight_aware_identifier" TEXT NOT NULL DEFAULT '',
    "automatic_updates" BOOLEAN NOT NULL DEFAULT false,
    "distance_meters" INTEGER,
    "provider_url" TEXT NOT NULL DEFAULT '',
    "provider_reservation_code" TEXT NOT NULL DEFAULT '',
    "provider_reservation_description" TEXT NOT NULL DEFAULT '',
    "provider_document" TEXT NOT NULL DEFAULT '',
    "price" DOUBLE PRECISION,
    "currency" TEXT NOT NULL DEFAULT '',
    "assigned_users" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(6),

    CONSTRAINT "transportation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "expense" (
    "id" SERIAL NOT NULL,
    "trip_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "date" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "price" DOUBLE PRECISION NOT NULL,
    "currency" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(6),

    CONSTRAINT "expense_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "category" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "icon_name" TEXT NOT NULL DEFAULT 'customicon-star',
    "color" TEXT NOT NULL DEFAULT '#8E8E93',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(6),

    CONSTRAINT "category_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alternative_email" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "verified" BOOLEAN NOT NULL DEFAULT false,
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "alternative_email_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "trip_id" INTEGER,
    "hosting_id" INTEGER,
    "activity_id" INTEGER,
    "transportation_id" INTEGER,
    "unique_parser_identifier" TEXT NOT NULL,
    "message_key" TEXT NOT NULL,
    "date" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "subject" TEXT NOT NULL DEFAULT '',
    "body_preview" TEXT NOT NULL DEFAULT '',
    "html" TEXT NOT NULL DEFAULT '',
    "text" TEXT NOT NULL DEFAULT '',
    "raw" BYTEA,
    "parsed_successfully" BOOLEAN NOT NULL DEFAULT false,
    "reason" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(6),

    CONSTRAINT "email_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_attachment" (
    "id" SERIAL NOT NULL,
    "email_id" INTEGER NOT NULL,
    "filename" TEXT NOT NULL DEFAULT '',
    "payload" BYTEA,
    "binary" BOOLEAN NOT NULL DEFAULT true,
    "mail_content_type" TEXT NOT NULL DEFAULT 'application/octet-stream',
    "content_id" TEXT,
    "content_disposition" TEXT NOT NULL DEFAULT 'attachment',
    "charset" TEXT,
    "content_transfer_encoding" TEXT,

    CONSTRAINT "email_attachment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "document" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "trip_id" INTEGER,
    "hosting_id" INTEGER,
    "activity_id" INTEGER,
    "transportation_id" INTEGER,
    "title" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "file_type" TEXT NOT NULL DEFAULT 'url',
    "url" TEXT NOT NULL,
    "thumb_url" TEXT,
    "favicon_url" TEXT,
    "receipt_hash" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(6),

    CONSTRAINT "document_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "favorite" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "favorite_user_id" INTEGER,
    "automatic_suggest_on_new_trips" BOOLEAN NOT NULL DEFAULT true,
    "pending" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "favorite_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_username_key" ON "account"("username");

-- CreateIndex
CREATE UNIQUE INDEX "account_email_key" ON "account"("email");

-- CreateIndex
CREATE UNIQUE INDEX "account_calendar_identifier_key" ON "account"("calendar_identifier");

-- CreateIndex
CREATE UNIQUE INDEX "account_anonymous_email_identifier_key" ON "account"("anonymous_email_identifier");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_user_id_idx" ON "api_key"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "password_reset_hash_key" ON "password_reset"("hash");

-- CreateIndex
CREATE INDEX "password_reset_user_id_idx" ON "password_reset"("user_id");

-- CreateIndex
CREATE INDEX "attempt_limit_subject_at_idx" ON "attempt"("limit", "subject", "at");

-- CreateIndex
CREATE INDEX "attempt_at_idx" ON "attempt"("at");

-- CreateIndex
CREATE INDEX "outgoing_mail_recipient_id_idx" ON "outgoing_mail"("recipient", "id");

-- CreateIndex
CREATE INDEX "trip_owner_id_changed_at_idx" ON "trip"("owner_id", "changed_at");

-- CreateIndex
CREATE INDEX "trip_owner_id_internal_identifier_idx" ON "trip"("owner_id", "internal_identifier");

-- CreateIndex
CREATE INDEX "member_user_id_trip_id_idx" ON "member"("user_id", "trip_id");

-- CreateIndex
CREATE INDEX "hosting_trip_id_changed_at_idx" ON "hosting"("trip_id", "changed_at");

-- CreateIndex
CREATE INDEX "hosting_trip_id_internal_identifier_idx" ON "hosting"("trip_id", "internal_identifier");

-- CreateIndex
CREATE INDEX "activity_trip_id_changed_at_idx" ON "activity"("trip_id", "changed_at");

-- CreateIndex
CREATE INDEX "activity_trip_id_internal_identifier_idx" ON "activity"("trip_id", "internal_identifier");

-- CreateIndex
CREATE INDEX "transportation_trip_id_changed_at_idx" ON "transportation"("trip_id", "changed_at");

-- CreateIndex
CREATE INDEX "transportation_trip_id_internal_identifier_idx" ON "transportation"("trip_id", "internal_identifier");

-- CreateIndex
CREATE INDEX "expense_trip_id_changed_at_idx" ON "expense"("trip_id", "changed_at");

-- CreateIndex
CREATE UNIQUE INDEX "alternative_email_email_key" ON "alternative_email"("email");

-- CreateIndex
CREATE UNIQUE INDEX "alternative_email_hash_key" ON "alternative_email"("hash");

-- CreateIndex
CREATE INDEX "alternative_email_user_id_id_idx" ON "alternative_email"("user_id", "id");

-- CreateIndex
CREATE INDEX "email_trip_id_idx" ON "email"("trip_id");

-- CreateIndex
CREATE INDEX "email_hosting_id_idx" ON "email"("hosting_id");

-- CreateIndex
CREATE INDEX "email_activity_id_idx" ON "email"("activity_id");

-- CreateIndex
CREATE INDEX "email_transportation_id_idx" ON "email"("transportation_id");

-- CreateIndex
CREATE UNIQUE INDEX "email_owner_id_message_key_key" ON "email"("owner_id", "message_key");

-- CreateIndex
CREATE INDEX "email_attachment_email_id_idx" ON "email_attachment"("email_id");

-- CreateIndex
CREATE UNIQUE INDEX "document_receipt_hash_key" ON "document"("receipt_hash");

-- CreateIndex
CREATE INDEX "document_trip_id_idx" ON "document"("trip_id");

-- CreateIndex
CREATE INDEX "document_hosting_id_idx" ON "document"("hosting_id");

-- CreateIndex
CREATE INDEX "document_activity_id_idx" ON "document"("activity_id");

-- CreateIndex
CREATE INDEX "document_transportation_id_idx" ON "document"("transportation_id");

-- CreateIndex
CREATE INDEX "favorite_favorite_user_id_idx" ON "favorite"("favorite_user_id");

-- CreateIndex
CREATE UNIQUE INDEX "favorite_user_id_email_key" ON "favorite"("user_id", "email");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "trip" ADD CONSTRAINT "trip_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "account"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_trip_id_fkey" FOREIGN KEY ("trip_id") REFERENCES "trip"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "hosting" ADD CONSTRAINT "hosting_trip_id_fkey" FOREIGN KEY ("trip_id") REFERENCES "trip"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "hosting" ADD CONSTRAINT "hosting_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "account"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "activity" ADD CONSTRAINT "activity_trip_id_fkey" FOREIGN KEY ("trip_id") REFERENCES "trip"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "activity" ADD CONSTRAINT "activity_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "account"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "transportation" ADD CONSTRAINT "transportation_trip_id_fkey" FOREIGN KEY ("trip_id") REFERENCES "trip"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "transportation" ADD CONSTRAINT "transportation_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "account"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "expense" ADD CONSTRAINT "expense_trip_id_fkey" FOREIGN KEY ("trip_id") REFERENCES "trip"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "expense" ADD CONSTRAINT "expense_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "account"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "category" ADD CONSTRAINT "category_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "account"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "alternative_email" ADD CONSTRAINT "alternative_email_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "email" ADD CONSTRAINT "email_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "account"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "email" ADD CONSTRAINT "email_trip_id_fkey" FOREIGN KEY ("trip_id") REFERENCES "trip"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "email" ADD CONSTRAINT "email_hosting_id_fkey" FOREIGN KEY ("hosting_id") REFERENCES "hosting"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "email" ADD CONSTRAINT "email_activity_id_fkey" FOREIGN KEY ("activity_id") REFERENCES "activity"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "email" ADD CONSTRAINT "email_transportation_id_fkey" FOREIGN KEY ("transportation_id") REFERENCES "transportation"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "email_attachment" ADD CONSTRAINT "email_attachment_email_id_fkey" FOREIGN KEY ("email_id") REFERENCES "email"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "document" ADD CONSTRAINT "document_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "account"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "document" ADD CONSTRAINT "document_trip_id_fkey" FOREIGN KEY ("trip_id") REFERENCES "trip"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "document" ADD CONSTRAINT "document_hosting_id_fkey" FOREIGN KEY ("hosting_id") REFERENCES "hosting"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "document" ADD CONSTRAINT "document_activity_id_fkey" FOREIGN KEY ("activity_id") REFERENCES "activity"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "document" ADD CONSTRAINT "document_transportation_id_fkey" FOREIGN KEY ("transportation_id") REFERENCES "transportation"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "favorite" ADD CONSTRAINT "favorite_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "favorite" ADD CONSTRAINT "favorite_favorite_user_id_fkey" FOREIGN KEY ("favorite_user_id") REFERENCES "account"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;


