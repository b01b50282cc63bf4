"""Tests of the rules, named by rule id."""
