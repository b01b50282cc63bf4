-- A database of an earlier version of the server, as SQL. Do not regenerate it: the test proves that
-- such databases can still be opened.
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE events (
    table_id VARCHAR(32) NOT NULL,
    version INTEGER NOT NULL,
    at FLOAT NOT NULL,
    "key" VARCHAR(100),
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, version),
    UNIQUE (table_id, "key"),
    FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "events" VALUES('1e2feb89414c343c1027c4d1c386bbc4',1,1000000.0,NULL,'{"kind":"created","game":"spice-road","game_options":{},"clock":{"kind":"bank","seconds":600.0,"increment":5.0,"days":0.0},"undo":true,"takeback":true,"watch":"link","order":"seated","seats":[{"name":"Ada","token":"c103abf963c4ef6ae2c4dff3fa2994dc9199cb9a0e0376e18d484cbdc86bafa7"},{}],"host":"c103abf963c4ef6ae2c4dff3fa2994dc9199cb9a0e0376e18d484cbdc86bafa7","watch_key":"b31996a41e313cff77752272ba88775c9d76dc56725fef5f0213517f68044a40","code":"YSS89H"}');
INSERT INTO "events" VALUES('1e2feb89414c343c1027c4d1c386bbc4',2,1000000.0,NULL,'{"kind":"joined","seat":1,"name":"Bob","token":"7b682d213959ae57cb2d2846a6203b911c966f6a253793c3d29923beaae8c60c"}');
INSERT INTO "events" VALUES('1e2feb89414c343c1027c4d1c386bbc4',3,1000000.0,'c103abf963c4ef6a:id-0','{"kind":"started","seed":3872982626502034966,"salt":"e4b06ce60741c7a87ce42c8218072e8c","seating":[0,1]}');
INSERT INTO "events" VALUES('1e2feb89414c343c1027c4d1c386bbc4',4,1000000.0,'c103abf963c4ef6a:id-1','{"kind":"moved","seat":0,"tokens":["play YY"]}');
INSERT INTO "events" VALUES('1e2feb89414c343c1027c4d1c386bbc4',5,1000000.0,'7b682d213959ae57:id-2','{"kind":"moved","seat":1,"tokens":["play YY"]}');
INSERT INTO "events" VALUES('1e2feb89414c343c1027c4d1c386bbc4',6,1000000.0,'c103abf963c4ef6a:id-3','{"kind":"takeback-asked","seat":0,"to":0,"waiting":[1]}');
INSERT INTO "events" VALUES('1e2feb89414c343c1027c4d1c386bbc4',7,1000000.0,'7b682d213959ae57:id-4','{"kind":"takeback-refused","seats":[1]}');
INSERT INTO "events" VALUES('1e2feb89414c343c1027c4d1c386bbc4',8,1000000.0,'c103abf963c4ef6a:id-5','{"kind":"moved","seat":0,"tokens":["acquire 1"]}');
CREATE TABLE tables (
    id VARCHAR(32) NOT NULL,
    code VARCHAR(12) NOT NULL,
    status VARCHAR(12) NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (code)
);
INSERT INTO "tables" VALUES('1e2feb89414c343c1027c4d1c386bbc4','YSS89H','playing');
CREATE INDEX ix_tables_status ON tables (status);
COMMIT;
